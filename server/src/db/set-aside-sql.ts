/**
 * Whether the money of transaction `id` is set aside: it is a withdrawal that waits, was authorised, and was not put back in line since. Its stage is
 * ours; its steps are shown to the partner too. They are few, and read by their key.
 */
export const setAsideSql = ({
  id,
  type,
  status,
}: Readonly<Record<'id' | 'type' | 'status', string>>): string =>
  `case when ${type} = 'withdrawal' and ${status} = 'waiting_confirmation' then coalesce((
    select s.trigger = 'authorise' from transaction_step s
    where s.transaction_id = ${id} and s.trigger in ('authorise', 'release_authorised') order by s.step_no desc limit 1
  ), false) else false end`;

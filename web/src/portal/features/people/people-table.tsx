import { useTranslation } from 'react-i18next';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { CardTable } from '../../parts/card-table.tsx';
import { useRolesText } from '../session/roles-text.ts';
import { NameAndAddress } from './person-words.tsx';
import type { Person } from './use-people.ts';

export function PeopleTable({
  people,
  onRemove,
}: {
  people: readonly Person[];
  onRemove: (person: Person) => void;
}) {
  const { t } = useTranslation();
  const rolesText = useRolesText();
  const seen = ({ lastSeenAt }: Person) =>
    lastSeenAt === null ? t('people.not_seen') : <Time at={new Date(lastSeenAt)} only="ago" />;
  const factor = ({ hasSecondFactor }: Person) => (
    <Badge tone={hasSecondFactor ? 'approved' : 'waiting'} icon={hasSecondFactor ? 'check-ring' : 'warning'}>
      {hasSecondFactor ? t('people.has_factor') : t('people.no_factor')}
    </Badge>
  );
  const name = (person: Person) => (
    <NameAndAddress
      name={person.name}
      email={person.email}
      mark={
        person.isSelf && (
          <Badge tone="accent" icon="person">
            {t('people.self')}
          </Badge>
        )
      }
    />
  );
  const remove = (person: Person) => (
    <Button
      kind="risk"
      size="small"
      aria-label={person.isSelf ? t('people.leave') : t('people.remove_name', { name: person.name })}
      onClick={() => onRemove(person)}
    >
      {person.isSelf ? t('people.leave') : t('people.remove')}
    </Button>
  );
  return (
    <CardTable
      label={t('people.inside')}
      rows={people}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', header: t('people.person'), cell: name },
        {
          key: 'roles',
          header: t('people.roles'),
          width: '24%',
          cell: ({ roles }) => <span title={rolesText(roles)}>{rolesText(roles)}</span>,
        },
        { key: 'factor', header: t('people.factor'), width: '144px', cell: factor },
        { key: 'seen', header: t('people.seen'), width: '128px', isQuiet: true, cell: seen },
        {
          key: 'acts',
          header: t('people.acts'),
          width: '112px',
          isFigure: true,
          isUnnamed: true,
          cell: remove,
        },
      ]}
      card={(person) => ({
        title: name(person),
        figure: (
          <IconButton
            icon={person.isSelf ? 'leave' : 'trash'}
            label={person.isSelf ? t('people.leave') : t('people.remove_name', { name: person.name })}
            onClick={() => onRemove(person)}
          />
        ),
        sub: (
          <>
            {rolesText(person.roles)}
            {person.lastSeenAt !== null && <> · {seen(person)}</>}
          </>
        ),
        ...(!person.hasSecondFactor && {
          aside: (
            <Badge tone="waiting" icon="warning">
              {t('people.card_no_factor')}
            </Badge>
          ),
        }),
      })}
    />
  );
}

import { TextField } from '../../../shared/ui/field.tsx';

/** A date and a time in Turkey, typed: `domain/turkish-time` reads it. */
export function MomentField({
  value,
  onValue,
  ...rest
}: {
  label: string;
  help: string;
  problem: string | undefined;
  value: string;
  onValue: (value: string) => void;
}) {
  return (
    <TextField
      {...rest}
      value={value}
      placeholder="2026-03-01T00:00"
      autoComplete="off"
      onChange={(event) => onValue(event.currentTarget.value.trim().replace(' ', 'T'))}
    />
  );
}

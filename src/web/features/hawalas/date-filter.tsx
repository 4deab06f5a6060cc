import { BusinessDateInput } from "#web/ui/business-date-input.tsx";
import { readDate } from "#web/ui/typed-date.ts";

import { useTyped } from "./use-typed.ts";

interface DateFilterProps {
  readonly label: string;
  /** A day, or "" for any. */
  readonly value: string;
  readonly onChange: (date: string) => void;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
}

/** A day to filter by. It acts as soon as a whole day stands in the field, and again when the field is emptied. */
export function DateFilter({ label, value, onChange, error, className = "" }: DateFilterProps) {
  const { typed, type, send } = useTyped(value, onChange);
  return (
    <BusinessDateInput
      label={label}
      className={className}
      value={typed}
      error={error}
      onChange={(text) => {
        type(text);
        if (text === "" || readDate(text) === text) send(text);
      }}
    />
  );
}

import type { OneBooking } from '../../api/records.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { TextField } from '../../ui/fields/field.tsx';
import type { Wanted } from './use-wanted-stay.ts';

interface PartyFieldsProps {
  readonly booking: OneBooking;
  readonly stay: Wanted;
}

const MOST = 50;

/** Who stays, and in how many units: also of a guest in residence, whose units stay as they are. */
export function PartyFields({ booking, stay }: PartyFieldsProps) {
  const { newBooking: texts } = useTexts();
  const { wanted, choose, place } = stay;
  const { adults, children, ages, quantity } = wanted;
  const isCheckedIn = booking.state === 'checked_in';
  return (
    <>
      <NumberField label={texts.adults} min={1} value={adults} onNumber={(n) => choose({ adults: n })} />
      <NumberField
        label={texts.children}
        min={0}
        value={children}
        onNumber={(n) => choose({ children: n, ages: ages.slice(0, n) })}
      />
      {Array.from({ length: children }, (_, at) => (
        <NumberField
          key={at}
          label={texts.ageOfChild(at + 1)}
          min={0}
          max={17}
          value={ages[at] ?? null}
          onNumber={(age) =>
            choose({ ages: Array.from({ length: children }, (_, n) => (n === at ? age : (ages[n] ?? null))) })
          }
        />
      ))}
      {(place?.units ?? 1) > 1 && !isCheckedIn && (
        <NumberField
          label={texts.units}
          min={1}
          max={place?.units ?? 1}
          value={quantity}
          onNumber={(n) => choose({ quantity: n })}
        />
      )}
    </>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly min: number;
  readonly max?: number;
  readonly value: number | null;
  readonly onNumber: (n: number) => void;
}

/** What is no number of the range is not taken over. */
function NumberField({ label, min, max = MOST, value, onNumber }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      min={min}
      max={max}
      defaultValue={value ?? ''}
      onChange={({ target }) => {
        const n = Number(target.value);
        if (target.value !== '' && Number.isInteger(n) && n >= min && n <= max) onNumber(n);
      }}
    />
  );
}

import type { OneBooking } from '../../api/records.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { RadioGroup, SelectField, TextField } from '../../ui/fields/field.tsx';
import css from '../desk.module.css';
import { PartyFields } from './party-fields.tsx';
import type { Wanted } from './use-wanted-stay.ts';

interface StayFieldsProps {
  readonly booking: OneBooking;
  readonly stay: Wanted;
}

/** The stay that is wanted; of a guest in residence the departure and the party alone. */
export function StayFields({ booking, stay }: StayFieldsProps) {
  const { stayChange: texts, refusals } = useTexts();
  const { wanted, choose, reprice, setReprice } = stay;
  const isCheckedIn = booking.state === 'checked_in';
  return (
    <div className={css.form}>
      <div className={css.pair}>
        <TextField
          label={texts.arrival}
          type="date"
          required
          disabled={isCheckedIn}
          value={wanted.arrival}
          onChange={({ target }) => target.value !== '' && choose({ arrival: target.value })}
          {...(isCheckedIn && { hint: texts.checkedIn })}
        />
        <TextField
          label={texts.departure}
          type="date"
          required
          value={wanted.departure}
          fault={stay.isOrdered ? undefined : refusals.invalid_window}
          onChange={({ target }) => target.value !== '' && choose({ departure: target.value })}
        />
        <PlaceFields {...{ booking, stay, isCheckedIn }} />
        <PartyFields booking={booking} stay={stay} />
      </div>
      <RadioGroup
        label={texts.reprice}
        choices={[
          { value: 'added_nights', label: texts.addedNights },
          { value: 'all', label: texts.allNights },
        ]}
        value={reprice}
        onChange={(value) => setReprice(value as typeof reprice)}
      />
    </div>
  );
}

function PlaceFields({ booking, stay, isCheckedIn }: StayFieldsProps & { readonly isCheckedIn: boolean }) {
  const { stayChange: texts } = useTexts();
  const { wanted, choose, place, resources } = stay;
  const plans = place?.ratePlans.filter(({ enabled, id }) => enabled || id === wanted.ratePlanId) ?? [];
  return (
    <>
      <SelectField
        label={texts.resource}
        disabled={isCheckedIn}
        value={wanted.resourceId}
        choices={choicesOf(resources.list, wanted.resourceId, booking.currency)}
        onChange={({ target }) => choose({ resourceId: target.value })}
      />
      {plans.length > 1 && (
        <SelectField
          label={texts.plan}
          disabled={isCheckedIn}
          value={wanted.ratePlanId ?? ''}
          choices={plans.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => choose({ ratePlanId: target.value })}
        />
      )}
    </>
  );
}

/** What is on sale in the currency of the booking: another one is refused. */
function choicesOf(list: Wanted['resources']['list'], current: string, currency: string) {
  return list
    .filter((one) => one.id === current || (one.archivedAt === null && one.currency === currency))
    .map(({ id, name }) => ({ value: id, label: name }));
}

import { daysBetween } from '@lodging/format';
import { todayIn } from '../../api/clock.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useSession } from '../../api/session.ts';
import { isComplete, MOST, withArrival, withChildren } from '../../domain/stay-request.ts';
import type { StayRequest } from '../../domain/stay-request.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { CountField } from '../../ui/fields/count-field.tsx';
import { CheckGroup, SelectField, TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import css from './new-booking.module.css';

interface StayFieldsProps {
  readonly stay: StayRequest;
  readonly onChange: (stay: StayRequest) => void;
}

export function StayFields(props: StayFieldsProps) {
  const { newBooking: texts, common } = useTexts();
  const { tenant } = useSession();
  const { stay } = props;
  const isPast = stay.arrival !== '' && stay.arrival < todayIn(tenant.timezone);
  return (
    <Section
      title={texts.stay}
      aside={
        isComplete(stay) && (
          <span className="quiet">{common.nights(daysBetween(stay.arrival, stay.departure))}</span>
        )
      }
    >
      <div className={css.fields}>
        <Dates {...props} />
        <Party {...props} />
        <Filters {...props} />
      </div>
      <Features {...props} />
      {!isComplete(stay) && <p className="quiet">{texts.chooseDates}</p>}
      {isPast && <Notice kind="warn">{texts.pastArrival}</Notice>}
    </Section>
  );
}

function Dates({ stay, onChange }: StayFieldsProps) {
  const { newBooking: texts } = useTexts();
  return (
    <>
      <TextField
        label={texts.arrival}
        type="date"
        value={stay.arrival}
        onChange={({ target }) => onChange(withArrival(stay, target.value))}
      />
      <TextField
        label={texts.departure}
        type="date"
        value={stay.departure}
        min={stay.arrival}
        onChange={({ target }) => onChange({ ...stay, departure: target.value })}
      />
    </>
  );
}

function Party({ stay, onChange }: StayFieldsProps) {
  const { newBooking: texts } = useTexts();
  return (
    <>
      <CountField
        label={texts.adults}
        min={1}
        max={MOST.adults}
        value={stay.adults}
        onChange={(adults) => onChange({ ...stay, adults })}
      />
      <CountField
        label={texts.children}
        min={0}
        max={MOST.children}
        value={stay.ages.length}
        onChange={(children) => onChange(withChildren(stay, children))}
      />
      {stay.ages.map((age, child) => (
        <TextField
          // The ages have no other name than their place.
          // eslint-disable-next-line react/no-array-index-key
          key={child}
          label={texts.ageOfChild(child + 1)}
          type="number"
          min={0}
          max={MOST.age}
          value={age ?? ''}
          onChange={({ target: { value } }) => {
            const typed = value === '' ? null : Math.min(MOST.age, Math.max(0, Math.trunc(Number(value))));
            onChange({ ...stay, ages: stay.ages.with(child, typed) });
          }}
        />
      ))}
      <CountField
        label={texts.units}
        min={1}
        max={MOST.units}
        value={stay.units}
        onChange={(units) => onChange({ ...stay, units })}
      />
    </>
  );
}

function Filters({ stay, onChange }: StayFieldsProps) {
  const { newBooking: texts } = useTexts();
  const { list } = useResources();
  const types = [
    ...new Map(list.flatMap(({ roomType }) => (roomType ? [[roomType.id, roomType]] : []))).values(),
  ];
  const shown = list.filter(({ roomType }) => stay.roomTypeId === null || roomType?.id === stay.roomTypeId);
  const any = { value: '', label: texts.any };
  return (
    <>
      <SelectField
        label={texts.roomType}
        choices={[any, ...types.map(({ id, name }) => ({ value: id, label: name }))]}
        value={stay.roomTypeId ?? ''}
        onChange={({ target }) => onChange({ ...stay, roomTypeId: target.value || null, resourceId: null })}
      />
      <SelectField
        label={texts.resource}
        choices={[any, ...shown.map(({ id, name }) => ({ value: id, label: name }))]}
        value={stay.resourceId ?? ''}
        onChange={({ target }) => onChange({ ...stay, resourceId: target.value || null })}
      />
      <TextField
        label={texts.text}
        type="search"
        value={stay.text}
        onChange={({ target }) => onChange({ ...stay, text: target.value })}
      />
    </>
  );
}

/** Those that some resource has. */
function Features({ stay, onChange }: StayFieldsProps) {
  const { newBooking: texts } = useTexts();
  const { list } = useResources();
  const features = [...new Set(list.flatMap((resource) => resource.features))].toSorted();
  if (features.length === 0) return null;
  return (
    <details className={css.features} open={stay.features.length > 0}>
      <summary>{texts.features}</summary>
      <CheckGroup
        label={texts.features}
        choices={features.map((feature) => ({ value: feature, label: feature.replaceAll('_', ' ') }))}
        values={stay.features}
        onChange={(chosen) => onChange({ ...stay, features: chosen })}
      />
    </details>
  );
}

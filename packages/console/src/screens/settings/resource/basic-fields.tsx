import { useQuery } from '@tanstack/react-query';
import { roomTypesQuery } from '../../../api/queries/room-types.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { SelectField, TextField } from '../../../ui/fields/field.tsx';
import css from '../settings.module.css';
import { inputOf } from '../../../ui/fields/input-of.ts';
import type { ResourceFieldsProps } from './resource-fields.ts';

/** What it is, where, and how many there are of it. */
export function BasicFields(props: ResourceFieldsProps) {
  const { settings: texts } = useTexts();
  const { data: roomTypes = [] } = useQuery(roomTypesQuery);
  const { draft, isNew } = props;
  const input = inputOf(props);
  return (
    <div className={css.pair}>
      <TextField label={texts.name} maxLength={200} {...input('name')} />
      <TextField label={texts.slug} hint={texts.slugHint} maxLength={100} {...input('slug')} />
      {isNew && <SelectField label={texts.kind} choices={choicesOf(texts.kinds)} {...input('kind')} />}
      {draft.kind !== 'generic' && (
        <SelectField
          label={texts.roomType}
          choices={[
            { value: '', label: texts.choose },
            ...roomTypes.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...input('roomTypeId')}
        />
      )}
      <TextField label={texts.units} inputMode="numeric" {...input('units')} />
      <TextField label={texts.capacity} inputMode="numeric" {...input('capacity')} />
      {isNew && <TextField label={texts.currency} maxLength={3} {...input('currency')} />}
      <TextField label={texts.timezone} {...input('timezone')} />
      <TextField label={texts.checkIn} type="time" {...input('checkInTime')} />
      <TextField label={texts.checkOut} type="time" {...input('checkOutTime')} />
    </div>
  );
}

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

import type { BookingUpdateParams } from '@lodging/client';
import { useState } from 'react';
import type { OneBooking } from '../../api/records.ts';
import { ChangeRefusal } from '../../desk/refusals/change-refusal.tsx';
import { changedData, MetadataRows } from '../../desk/metadata-rows.tsx';
import { useBookingChange } from '../../desk/use-booking-change.ts';
import { useFieldFaults } from '../../ui/faults/use-field-faults.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields/field.tsx';
import { LanguageField } from '../../ui/fields/language-field.tsx';
import css from './booking.module.css';

const FIELDS = [
  'guestName',
  'guestPhone',
  'guestLanguage',
  'arrivalTime',
  'externalReference',
  'notes',
] as const;
type Field = (typeof FIELDS)[number];

/** What was typed, and the version of the booking that it was typed on. */
interface Draft {
  readonly version: number;
  readonly fields: { readonly [Name in Field]?: string };
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Each field in place, one PATCH for what has changed. What others change meanwhile shows in the fields not touched. */
export function GuestForm({ booking }: { readonly booking: OneBooking }) {
  const { booking: texts, common } = useTexts();
  const { change, mine, input, metadata, setMetadata } = useGuestForm(booking);
  const isChanged = Object.keys(mine).length > 0;
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void change.run(mine);
      }}
    >
      <div className={css.pair}>
        <TextField label={texts.name} maxLength={200} {...input('guestName')} />
        <TextField label={texts.phone} type="tel" maxLength={50} {...input('guestPhone')} />
        <LanguageField label={texts.language} {...input('guestLanguage')} />
        <TextField label={texts.arrivalTime} type="time" {...input('arrivalTime')} />
        <TextField label={texts.yourReference} maxLength={200} {...input('externalReference')} />
      </div>
      <TextArea label={texts.notes} maxLength={2_000} {...input('notes')} />
      <MetadataRows metadata={metadata} onChange={setMetadata} />
      <ChangeRefusal change={change} mine={mine} />
      <div>
        <Button
          type="submit"
          kind={isChanged ? 'accent' : 'plain'}
          isBusy={change.isBusy}
          disabled={!isChanged}
        >
          {common.save}
        </Button>
      </div>
    </form>
  );
}

function useGuestForm(booking: OneBooking) {
  const { booking: texts } = useTexts();
  const [draft, setDraft] = useState<Draft | null>(null);
  const target = { id: booking.id, version: draft?.version ?? booking.version };
  const change = useBookingChange(target, { says: () => texts.saved, after: () => setDraft(null) });
  const edit = (changed: Omit<Partial<Draft>, 'version'>): void =>
    setDraft((before) => ({
      version: before?.version ?? booking.version,
      ...before,
      ...changed,
      fields: { ...before?.fields, ...changed.fields },
    }));
  const faults = useFieldFaults(change.error);
  const input = (field: Field) => ({
    value: draft?.fields[field] ?? booking[field] ?? '',
    fault: faults.get(field),
    onChange: ({ target: { value } }: { target: { value: string } }) => edit({ fields: { [field]: value } }),
  });
  return {
    change,
    mine: changesOf(draft, booking),
    input,
    metadata: draft?.metadata ?? booking.metadata,
    setMetadata: (metadata: Readonly<Record<string, string>>) => edit({ metadata }),
  };
}

function changesOf(draft: Draft | null, booking: OneBooking): BookingUpdateParams {
  if (draft === null) return {};
  const fields = Object.entries(draft.fields) as [Field, string][];
  const changed = fields.filter(([field, value]) => value !== (booking[field] ?? ''));
  const metadata = draft.metadata && changedData(booking.metadata, draft.metadata);
  return {
    ...Object.fromEntries(changed.map(([field, value]) => [field, value === '' ? null : value])),
    ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
  };
}

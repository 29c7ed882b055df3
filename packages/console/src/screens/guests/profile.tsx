import type { Guest } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { GUESTS, guestQuery } from '../../api/queries/guests.ts';
import { useWrite } from '../../api/use-write.ts';
import { changedData, MetadataRows } from '../../desk/metadata-rows.tsx';
import { useFieldFaults } from '../../ui/faults/use-field-faults.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields/field.tsx';
import { LanguageField } from '../../ui/fields/language-field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import css from './guests.module.css';

type Field = 'name' | 'phone' | 'language' | 'notes';
type Draft = { readonly [Name in Field]?: string } & { readonly metadata?: Guest['metadata'] };
type GuestChange = Parameters<typeof lodging.guests.update>[1];

interface ProfileProps {
  readonly guest: Guest;
  /** May not be changed by this operator. */
  readonly isFixed: boolean;
}

export function Profile({ guest, isFixed }: ProfileProps) {
  const { guests: texts } = useTexts();
  return (
    <Section title={texts.profile}>
      {isFixed ? <ProfileFacts guest={guest} /> : <ProfileForm guest={guest} />}
    </Section>
  );
}

/** One PATCH for what has changed; the bookings keep the data with which they were made. */
function ProfileForm({ guest }: { readonly guest: Guest }) {
  const { guests: texts, common, booking } = useTexts();
  const { write, mine, input, metadata, edit } = useProfile(guest);
  const isChanged = Object.keys(mine).length > 0;
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void write.run(mine);
      }}
    >
      <div className={css.pair}>
        <TextField label={booking.name} maxLength={200} {...input('name')} />
        <TextField label={booking.phone} type="tel" maxLength={50} {...input('phone')} />
        <LanguageField label={booking.language} {...input('language')} />
      </div>
      <TextArea label={booking.notes} maxLength={2_000} {...input('notes')} />
      <MetadataRows metadata={metadata} onChange={(changed) => edit({ metadata: changed })} />
      <p className="quiet small">{texts.profileHint}</p>
      <Refusal error={write.error} onTryAgain={() => write.run(mine)} isBusy={write.isBusy} />
      <div>
        <Button
          type="submit"
          kind={isChanged ? 'accent' : 'plain'}
          isBusy={write.isBusy}
          disabled={!isChanged}
        >
          {common.save}
        </Button>
      </div>
    </form>
  );
}

function useProfile(guest: Guest) {
  const { booking: texts } = useTexts();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>({});
  const write = useWrite((change: GuestChange) => lodging.guests.update(guest.id, change), {
    says: () => texts.saved,
    after: async (changed) => {
      client.setQueryData(guestQuery(guest.id).queryKey, changed);
      setDraft({});
      await client.invalidateQueries({ queryKey: GUESTS });
    },
  });
  const faults = useFieldFaults(write.error);
  const edit = (changed: Draft): void => setDraft((before) => ({ ...before, ...changed }));
  const input = (field: Field) => ({
    value: draft[field] ?? guest[field] ?? '',
    fault: faults.get(field),
    onChange: ({ target: { value } }: { target: { value: string } }) => edit({ [field]: value }),
  });
  return { write, mine: changesOf(draft, guest), input, metadata: draft.metadata ?? guest.metadata, edit };
}

function changesOf({ metadata, ...fields }: Draft, guest: Guest): GuestChange {
  const typed = Object.entries(fields) as [Field, string][];
  const changed = typed.filter(([field, value]) => value !== (guest[field] ?? ''));
  const data = metadata && changedData(guest.metadata, metadata);
  return {
    ...Object.fromEntries(changed.map(([field, value]) => [field, value === '' ? null : value])),
    ...(data && Object.keys(data).length > 0 && { metadata: data }),
  };
}

function ProfileFacts({ guest }: { readonly guest: Guest }) {
  const { booking: texts, common } = useTexts();
  const facts = [
    [texts.name, guest.name],
    [texts.phone, guest.phone],
    [texts.language, guest.language],
    [texts.notes, guest.notes],
    ...Object.entries(guest.metadata),
  ] as const;
  return (
    <Facts>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          <bdi className={css.typed}>{value ?? common.none}</bdi>
        </Fact>
      ))}
    </Facts>
  );
}

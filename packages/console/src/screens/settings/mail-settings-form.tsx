import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { MAIL_KINDS, MAIL_LANGUAGES, mailSettingsQuery } from '../../api/queries/mails.ts';
import type { MailLanguage, MailSettingsRecord } from '../../api/queries/mails.ts';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFieldFaults } from '../../ui/faults/use-field-faults.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { CheckGroup, Switch, TextArea, TextField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import css from './settings.module.css';

type MailSettingsUpdate = Parameters<typeof lodging.mailSettings.put>[0];
type Draft = Omit<MailSettingsRecord, 'reminderDaysBefore'> & {
  readonly reminderDaysBefore: number | string;
};
type TextName = (typeof TEXTS)[number] | 'address' | 'testMailbox';

/** Each may be empty but the first. */
const TEXTS = [
  'propertyName',
  'fromName',
  'replyTo',
  'phone',
  'website',
  'logoUrl',
  'accentColor',
  'manageUrl',
] as const;
const GUEST_MAY = ['cancel', 'changeDates', 'pay'] as const;

/** The whole record is sent: what is not touched stays as it was read. */
export function MailSettingsForm({ settings }: { readonly settings: MailSettingsRecord }) {
  const { settings: texts, common } = useTexts();
  const [draft, setDraft] = useState<Partial<Draft>>({});
  const mine: Draft = { ...settings, ...draft };
  const { run, isBusy, error } = useSave(() => setDraft({}));
  const faults = useFieldFaults(error);
  const edit = (changed: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changed }));
  const isChanged = Object.keys(draft).length > 0;
  return (
    <form
      className={css.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(mine);
      }}
    >
      <Switch label={texts.mailsOn} isOn={mine.enabled} onChange={(enabled) => edit({ enabled })} />
      <Texts draft={mine} faults={faults} onChange={edit} />
      <Choices draft={mine} onChange={edit} />
      <Refusal error={error} onTryAgain={() => run(mine)} isBusy={isBusy} />
      <div>
        <Button type="submit" kind={isChanged ? 'accent' : 'plain'} isBusy={isBusy} disabled={!isChanged}>
          {common.save}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly onChange: (changed: Partial<Draft>) => void;
}

function Texts({ draft, faults, onChange }: PartProps & { readonly faults: ReadonlyMap<string, string> }) {
  const { settings: texts } = useTexts();
  const { mode } = useSession();
  const input = (name: TextName) => ({
    value: draft[name] ?? '',
    fault: faults.get(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value || null }),
  });
  return (
    <>
      <div className={css.pair}>
        {TEXTS.map((name) => (
          <TextField key={name} label={texts[name]} hint={texts.mailHints[name]} {...input(name)} />
        ))}
        <TextField
          label={texts.reminderDaysBefore}
          hint={texts.mailHints['reminderDaysBefore']}
          inputMode="numeric"
          value={String(draft.reminderDaysBefore)}
          fault={faults.get('reminderDaysBefore')}
          onChange={({ target: { value } }) =>
            onChange({ reminderDaysBefore: /^\d+$/.test(value) ? Number(value) : value })
          }
        />
        {mode === 'test' && (
          <TextField
            label={texts.testMailbox}
            hint={texts.mailHints['testMailbox']}
            {...input('testMailbox')}
          />
        )}
      </div>
      <TextArea label={texts.postalAddress} maxLength={500} rows={2} {...input('address')} />
    </>
  );
}

function Choices({ draft, onChange }: PartProps) {
  const { settings: texts, booking } = useTexts();
  return (
    <>
      <CheckGroup
        label={texts.mailLanguages}
        choices={MAIL_LANGUAGES.map((value) => ({ value, label: texts.languages[value] }))}
        values={draft.languages}
        onChange={(languages) => onChange({ languages: languages as MailLanguage[] })}
      />
      <CheckGroup
        label={texts.whichMails}
        choices={MAIL_KINDS.map((value) => ({ value, label: booking.mailKinds[value] ?? value }))}
        values={MAIL_KINDS.filter((kind) => draft.mails[kind])}
        onChange={(on) => onChange({ mails: switchesOf(MAIL_KINDS, on) })}
      />
      <CheckGroup
        label={texts.guestMay}
        choices={GUEST_MAY.map((value) => ({ value, label: texts.guestMayWords[value] }))}
        values={GUEST_MAY.filter((name) => draft.guestMay[name])}
        onChange={(on) => onChange({ guestMay: switchesOf(GUEST_MAY, on) })}
      />
    </>
  );
}

function switchesOf<Name extends string>(
  names: readonly Name[],
  on: readonly string[],
): Record<Name, boolean> {
  return Object.fromEntries(names.map((name) => [name, on.includes(name)])) as Record<Name, boolean>;
}

function useSave(after: () => void) {
  const { settings: texts } = useTexts();
  const client = useQueryClient();
  return useWrite((mine: Draft) => lodging.mailSettings.put(mine as MailSettingsUpdate), {
    says: () => texts.mailsSaved,
    after: (saved) => {
      client.setQueryData(mailSettingsQuery.queryKey, saved);
      after();
    },
  });
}

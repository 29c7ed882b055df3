import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { MAIL_KINDS, MAIL_LANGUAGES, mailTemplateQuery } from '../../api/queries/mails.ts';
import type { MailKind, MailLanguage } from '../../api/queries/mails.ts';
import { useRead } from '../../api/use-read.ts';
import type { Search } from '../../app/search.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { LeaveGuard } from '../../ui/dialogs/leave-guard.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { MailPreview } from './mail-preview.tsx';
import css from './settings.module.css';
import { TemplateForm } from './template-form.tsx';
import type { Template } from './template-form.tsx';

const route = getRouteApi('/settings');

/** The text of each mail in each language: the built-in one, or one of the property’s own. */
export function MailTemplates() {
  const { settings: texts } = useTexts();
  const may = useMay();
  const { chosen, choose, edit, shown, isChanged, query } = useChosenTemplate();
  const [isPreviewed, setPreviewed] = useState(false);
  return (
    <Section
      title={texts.templates}
      aside={shown && <Chip>{shown.custom ? texts.ownTemplate : texts.builtIn}</Chip>}
      actions={<Button onPress={() => setPreviewed(true)}>{texts.preview}</Button>}
    >
      <TemplateChoice chosen={chosen} onChoose={choose} />
      <Refusal error={query.error} onTryAgain={() => query.refetch()} />
      {shown === undefined && query.error === null && <Skeleton />}
      {shown && may('operate') && (
        <TemplateForm
          key={`${shown.type} ${shown.language} ${shown.updatedAt ?? ''}`}
          template={shown}
          onEdit={edit}
        />
      )}
      {isPreviewed && <MailPreview {...chosen} onClose={() => setPreviewed(false)} />}
      <LeaveGuard isChanged={isChanged} />
    </Section>
  );
}

interface Chosen {
  readonly kind: MailKind;
  readonly language: MailLanguage;
}

function useChosenTemplate() {
  const chosen = chosenBy(route.useSearch());
  const navigate = route.useNavigate();
  /** As it was when something was typed: a later version does not take the place of what is typed. */
  const [edited, setEdited] = useState<Template | null>(null);
  const query = useRead(mailTemplateQuery(chosen.kind, chosen.language));
  const isElsewhere = edited !== null && (edited.type !== chosen.kind || edited.language !== chosen.language);
  // The guard has asked about what was typed.
  if (isElsewhere) setEdited(null);
  const shown = edited ?? query.data;
  return {
    chosen,
    choose: ({ kind, language }: Partial<Chosen>) =>
      void navigate({
        search: (before) => ({ ...before, ...(kind && { mail: kind }), ...(language && { language }) }),
        replace: true,
        resetScroll: false,
      }),
    edit: (isEdited: boolean) => setEdited(isEdited ? (shown ?? null) : null),
    shown,
    isChanged: edited !== null,
    query,
  };
}

/** By the address; of a kind or a language that there is not, the first one. */
function chosenBy({ mail, language }: Search<'mail' | 'language'>): Chosen {
  return {
    kind: MAIL_KINDS.find((one) => one === mail) ?? 'booking_confirmed',
    language: MAIL_LANGUAGES.find((one) => one === language) ?? 'en',
  };
}

interface TemplateChoiceProps {
  readonly chosen: Chosen;
  readonly onChoose: (changed: Partial<Chosen>) => void;
}

function TemplateChoice({ chosen, onChoose }: TemplateChoiceProps) {
  const { settings: texts, booking } = useTexts();
  return (
    <div className={css.pair}>
      <SelectField
        label={texts.mail}
        choices={MAIL_KINDS.map((value) => ({ value, label: booking.mailKinds[value] ?? value }))}
        value={chosen.kind}
        onChange={({ target }) => onChoose({ kind: target.value as MailKind })}
      />
      <SelectField
        label={texts.mailLanguage}
        choices={MAIL_LANGUAGES.map((value) => ({ value, label: texts.languages[value] }))}
        value={chosen.language}
        onChange={({ target }) => onChoose({ language: target.value as MailLanguage })}
      />
    </div>
  );
}

import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { MAIL_KINDS, MAIL_LANGUAGES, mailTemplateQuery } from '../../api/queries/mails.ts';
import type { MailKind, MailLanguage } from '../../api/queries/mails.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { LeaveGuard, LeaveQuestion } from '../../ui/dialogs/leave-guard.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { MailPreview } from './mail-preview.tsx';
import css from './settings.module.css';
import { TemplateForm } from './template-form.tsx';
import type { Template } from './template-form.tsx';

/** The text of each mail in each language: the built-in one, or one of the property’s own. */
export function MailTemplates() {
  const { settings: texts } = useTexts();
  const may = useMay();
  const { chosen, choose, edit, shown, isChanged, question, query } = useChosenTemplate();
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
      {question}
      <LeaveGuard isChanged={isChanged} />
    </Section>
  );
}

interface Chosen {
  readonly kind: MailKind;
  readonly language: MailLanguage;
}

function useChosenTemplate() {
  const [chosen, setChosen] = useState<Chosen>({ kind: 'booking_confirmed', language: 'en' });
  /** As it was when something was typed: a later version does not take the place of what is typed. */
  const [edited, setEdited] = useState<Template | null>(null);
  const [wanted, setWanted] = useState<Chosen | null>(null);
  const query = useRead(mailTemplateQuery(chosen.kind, chosen.language));
  const shown = edited ?? query.data;
  const open = (next: Chosen): void => {
    setEdited(null);
    setWanted(null);
    setChosen(next);
  };
  return {
    chosen,
    choose: (changed: Partial<Chosen>) => {
      const next = { ...chosen, ...changed };
      if (edited === null) open(next);
      else setWanted(next);
    },
    edit: (isEdited: boolean) => setEdited(isEdited ? (shown ?? null) : null),
    shown,
    isChanged: edited !== null,
    question: wanted && <LeaveQuestion onLeave={() => open(wanted)} onStay={() => setWanted(null)} />,
    query,
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

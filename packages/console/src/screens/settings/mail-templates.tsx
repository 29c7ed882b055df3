import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { MAIL_KINDS, MAIL_LANGUAGES, mailTemplateQuery } from '../../api/queries/mails.ts';
import type { MailKind, MailLanguage } from '../../api/queries/mails.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { MailPreview } from './mail-preview.tsx';
import css from './settings.module.css';
import { TemplateForm } from './template-form.tsx';

/** The text of each mail in each language: the built-in one, or one of the property’s own. */
export function MailTemplates() {
  const { settings: texts, booking } = useTexts();
  const may = useMay();
  const [kind, setKind] = useState<MailKind>('booking_confirmed');
  const [language, setLanguage] = useState<MailLanguage>('en');
  const [isShown, setShown] = useState(false);
  const { data, error, refetch } = useQuery(mailTemplateQuery(kind, language));
  return (
    <Section
      title={texts.templates}
      aside={data && <Chip>{data.custom ? texts.ownTemplate : texts.builtIn}</Chip>}
      actions={<Button onPress={() => setShown(true)}>{texts.preview}</Button>}
    >
      <div className={css.pair}>
        <SelectField
          label={texts.mail}
          choices={MAIL_KINDS.map((value) => ({ value, label: booking.mailKinds[value] ?? value }))}
          value={kind}
          onChange={({ target }) => setKind(target.value as MailKind)}
        />
        <SelectField
          label={texts.mailLanguage}
          choices={MAIL_LANGUAGES.map((value) => ({ value, label: texts.languages[value] }))}
          value={language}
          onChange={({ target }) => setLanguage(target.value as MailLanguage)}
        />
      </div>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data && may('operate') && (
        <TemplateForm key={`${kind} ${language} ${data.updatedAt ?? ''}`} template={data} />
      )}
      {isShown && <MailPreview kind={kind} language={language} onClose={() => setShown(false)} />}
    </Section>
  );
}

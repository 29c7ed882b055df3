import { useMay } from '../../api/permissions.ts';
import { mailSettingsQuery } from '../../api/queries/mails.ts';
import type { MailSettingsRecord } from '../../api/queries/mails.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MailSettingsForm } from './mail-settings-form.tsx';

export function MailSettings() {
  const { settings: texts } = useTexts();
  const may = useMay();
  const { data, error, refetch } = useRead(mailSettingsQuery);
  return (
    <Section title={texts.mailsToGuests}>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data && (may('operate') ? <MailSettingsForm settings={data} /> : <MailFacts settings={data} />)}
    </Section>
  );
}

/** For whom nothing may be changed. */
function MailFacts({ settings }: { readonly settings: MailSettingsRecord }) {
  const { settings: texts, common, booking } = useTexts();
  const { enabled, propertyName, fromName, languages, mails, guestMay } = settings;
  const on = (switches: Readonly<Record<string, boolean>>, words: Readonly<Record<string, string>>): string =>
    Object.entries(switches)
      .flatMap(([name, isOn]) => (isOn ? [words[name] ?? name] : []))
      .join(', ') || common.none;
  return (
    <Facts>
      <Fact name={texts.mailsOn}>{enabled ? common.yes : common.no}</Fact>
      <Fact name={texts.propertyName}>
        <bdi>{propertyName ?? common.none}</bdi>
      </Fact>
      <Fact name={texts.fromName}>
        <bdi>{fromName ?? common.none}</bdi>
      </Fact>
      <Fact name={texts.mailLanguages}>
        {languages.map((language) => texts.languages[language]).join(', ')}
      </Fact>
      <Fact name={texts.whichMails}>{on(mails, booking.mailKinds)}</Fact>
      <Fact name={texts.guestMay}>{on(guestMay, texts.guestMayWords)}</Fact>
    </Facts>
  );
}

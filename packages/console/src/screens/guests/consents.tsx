import type { Guest } from '@lodging/client';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/when.tsx';

export function Consents({ guest: { consents } }: { readonly guest: Guest }) {
  const { guests: texts, common } = useTexts();
  const { tenant } = useSession();
  return (
    <Section title={texts.consents}>
      {consents.length === 0 && <p className="quiet">{texts.noConsents}</p>}
      {consents.length > 0 && (
        <Table label={texts.consents} columns={[texts.purpose, texts.given, texts.when, texts.consentSource]}>
          {consents.map(({ purpose, given, at, source }) => (
            <tr key={`${purpose} ${at}`}>
              <td>
                <bdi>{purpose}</bdi>
              </td>
              <td>{given ? common.yes : common.no}</td>
              <td>
                <Moment at={at} timeZone={tenant.timezone} />
              </td>
              <td>
                <bdi>{source}</bdi>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

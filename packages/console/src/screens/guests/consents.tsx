import type { Guest } from '@lodging/client';
import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/when.tsx';
import { ConsentDialog } from './consent-dialog.tsx';

export function Consents({ guest: { id, consents } }: { readonly guest: Guest }) {
  const { guests: texts, common } = useTexts();
  const { tenant } = useSession();
  const may = useMay();
  const [isRecording, setIsRecording] = useState(false);
  return (
    <Section
      title={texts.consents}
      actions={may('book') && <Button onPress={() => setIsRecording(true)}>{texts.recordConsent}</Button>}
    >
      {isRecording && <ConsentDialog id={id} onClose={() => setIsRecording(false)} />}
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

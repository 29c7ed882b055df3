import { useQuery } from '@tanstack/react-query';
import { lodging } from '../../api/lodging.ts';
import type { MailKind, MailLanguage } from '../../api/queries/mails.ts';
import { useMay } from '../../api/permissions.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Refusal } from '../../ui/notice.tsx';
import css from './settings.module.css';

interface MailPreviewProps {
  readonly kind: MailKind;
  readonly language: MailLanguage;
  readonly onClose: () => void;
}

/** The mail as it would be sent now, of a stay that is made up. Its HTML is an answer of its own, in a sandbox. */
export function MailPreview({ kind, language, onClose }: MailPreviewProps) {
  const { settings: texts, common, booking } = useTexts();
  const may = useMay();
  const { data, error, refetch } = useQuery({
    queryKey: ['mail-preview', kind, language],
    queryFn: () => lodging.mailTemplates.preview(kind, language, {}),
    enabled: may('operate'),
    gcTime: 0,
  });
  const title = `${texts.preview}: ${booking.mailKinds[kind] ?? kind}`;
  return (
    <Dialog title={title} onClose={onClose} isWide>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data && (
        <>
          <p>
            <strong>{texts.subject}:</strong> <bdi>{data.subject}</bdi>
          </p>
          <pre className={css.text}>{data.text}</pre>
        </>
      )}
      <iframe
        className={css.frame}
        title={texts.picture}
        sandbox=""
        src={`/v1/mail-templates/${kind}/${language}/preview.html`}
      />
      {data && (
        <details>
          <summary>{texts.source}</summary>
          <pre className={css.text}>{data.html}</pre>
        </details>
      )}
      <DialogActions>
        <Button onPress={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { timeOfApi } from '../api/clock.ts';
import { useConnection } from '../api/connection.ts';
import { useMessage } from '../api/messages.ts';
import { useSession } from '../api/session.ts';
import { useFormats, useTexts } from '../texts/use-texts.ts';
import { useTopDialog } from '../ui/dialogs/use-modal.ts';
import css from './shell.module.css';

/** One and the same element wherever it is: a new one would not be a live region before its first message. */
const host = document.createElement('div');
host.className = css.place ?? '';

/** Beneath an open dialog the page is inert, so the line is in the one on top. */
export function StatusLine() {
  const home = useRef<HTMLDivElement>(null);
  const dialog = useTopDialog();
  useLayoutEffect(() => {
    (dialog ?? home.current)?.append(host);
  }, [dialog]);
  return (
    <div ref={home} className={css.place}>
      {createPortal(<Messages />, host)}
    </div>
  );
}

function Messages() {
  const { shell } = useTexts();
  const formats = useFormats();
  const { tenant } = useSession();
  const { text, number } = useMessage();
  const { isLost, lastAnswerAt } = useConnection();
  const stale =
    lastAnswerAt === null
      ? shell.neverUpdated
      : shell.lastUpdated(formats.time(timeOfApi(lastAnswerAt), tenant.timezone));
  return (
    <div role="status" aria-label={shell.messages} className={css.status}>
      {isLost && <p className={css.stale}>{stale}</p>}
      {text !== '' && (
        <p key={number} className={css.message}>
          {text}
        </p>
      )}
    </div>
  );
}

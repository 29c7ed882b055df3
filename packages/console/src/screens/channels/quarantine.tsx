import type { ChannelConnection } from '@lodging/client';
import { useSession } from '../../api/session.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Notice } from '../../ui/notice.tsx';

/** A feed that lost most of its events at once frees no night before it is read again. */
export function QuarantineNotice({ connection }: { readonly connection: ChannelConnection }) {
  const { channels: texts } = useTexts();
  const { dateTime } = useFormats();
  const { tenant } = useSession();
  const { quarantine, lastSuccessAt, createdAt } = connection;
  if (quarantine === null) return null;
  const { eventsBefore: before, eventsNow } = quarantine;
  const at = dateTime(lastSuccessAt ?? createdAt, tenant.timezone);
  return <Notice kind="warn">{texts.quarantine({ before, lost: before - eventsNow, at })}</Notice>;
}

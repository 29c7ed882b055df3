import type { Clock } from '@lodging/kernel';
import type { MailSettings } from '../../domain/mails/mail-settings.ts';
import type { FindRecentMailSettings, MailSettingsRepository } from '../../ports/mails.ts';

const FRESH_SECONDS = 30;
const MAX_TENANTS = 10_000;

interface Entry {
  readonly settings: MailSettings | undefined;
  readonly until: Temporal.Instant;
}

/** Settings change rarely, and a code mail is sent for each stay: a read of each tenant is enough for half a minute. */
export function createRecentMailSettings(
  { find }: Pick<MailSettingsRepository, 'find'>,
  clock: Clock,
): FindRecentMailSettings {
  const entries = new Map<string, Entry>();
  return async (tenantId) => {
    const [known, now] = [entries.get(tenantId), clock.now()];
    if (known !== undefined && Temporal.Instant.compare(now, known.until) < 0) return known.settings;
    const settings = await find(tenantId);
    entries.delete(tenantId);
    const [oldest] = entries.keys();
    if (entries.size >= MAX_TENANTS && oldest !== undefined) entries.delete(oldest);
    entries.set(tenantId, { settings, until: now.add({ seconds: FRESH_SECONDS }) });
    return settings;
  };
}

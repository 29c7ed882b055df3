import { countUnitsForSale } from '@lodging/contract-inventory';
import type { Bus } from '@lodging/kit-messaging';
import { createLimitedLog, createSemaphore, systemContext } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import type { UnitsForSale } from '../../ports/creation.ts';

interface Tenant {
  readonly tenantId: string;
  readonly livemode: boolean;
}

interface Entry extends Tenant {
  /** Undefined until inventory has answered once. */
  units: number | undefined;
  usedAt: number;
  reading: Promise<number> | undefined;
}

/** A hold waits for it once. */
const READ = { timeoutMs: 1_000 };
const READS_AT_A_TIME = 4;
/** The tenant that was used longest ago is forgotten beyond this. */
const MAX_TENANTS = 10_000;

/**
 * In memory, so that no hold and no quote has a message more. A tenant is kept up to date for `keepSeconds` after its last
 * use: a quote may become a hold until then.
 */
export function createUnitsForSale(
  bus: Pick<Bus, 'request'>,
  log: Pick<Logger, 'warn'>,
  keepSeconds: number,
): UnitsForSale {
  const entries = new Map<string, Entry>();
  const reads = createSemaphore({ permits: READS_AT_A_TIME });
  const read = createReader(bus, log);
  return {
    prepare(tenant) {
      const entry = use(entries, tenant);
      if (entry.units === undefined) void read(entry);
    },
    of(tenant) {
      const entry = use(entries, tenant);
      return entry.units ?? read(entry);
    },
    async refresh() {
      const unusedSince = performance.now() - keepSeconds * 1_000;
      for (const { tenantId, usedAt } of entries.values()) {
        if (usedAt > unusedSince) break;
        entries.delete(tenantId);
      }
      await Promise.all([...entries.values()].map((entry) => reads.run(() => read(entry))));
    },
  };
}

/** The entry of the tenant, which is the last one then. */
function use(entries: Map<string, Entry>, { tenantId, livemode }: Tenant): Entry {
  const unread = { tenantId, livemode, units: undefined, usedAt: 0, reading: undefined };
  const entry = entries.get(tenantId) ?? unread;
  entry.usedAt = performance.now();
  entries.delete(tenantId);
  entries.set(tenantId, entry);
  const [longestAgo] = entries.keys();
  if (entries.size > MAX_TENANTS && longestAgo !== undefined) entries.delete(longestAgo);
  return entry;
}

/** Never rejects. One request at a time for a tenant. */
function createReader(bus: Pick<Bus, 'request'>, log: Pick<Logger, 'warn'>) {
  const limitedLog = createLimitedLog({
    linesPerMinute: 10,
    onSuppressed: (tenants) => log.warn({ tenants }, 'units for sale of more tenants could not be read'),
  });
  const request = async (entry: Entry): Promise<number> => {
    const { tenantId, livemode } = entry;
    try {
      const answer = await bus.request(countUnitsForSale, {}, systemContext(tenantId, livemode, READ), READ);
      if (answer.ok) entry.units = answer.value.units;
    } catch (err) {
      limitedLog(() => log.warn({ err, tenantId }, 'the units for sale of a tenant could not be read'));
    }
    // The next refresh tries again; until then no hold waits for it.
    entry.units ??= 0;
    entry.reading = undefined;
    return entry.units;
  };
  return (entry: Entry): Promise<number> => (entry.reading ??= request(entry));
}

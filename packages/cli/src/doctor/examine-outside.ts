import { plural, formatDuration } from '../output/format.ts';
import type { Finding } from './finding.ts';
import { fail, orOk, warn, ok } from './finding.ts';
import { checkOf, factsOf, isLocal, isThere } from './snapshot.ts';
import type { DeploymentSnapshot } from './snapshot.ts';

export function examineRedis(snapshot: DeploymentSnapshot): readonly Finding[] {
  const check = checkOf(snapshot, 'gateway', 'redis');
  if (check === undefined || check.ok) return [ok('redis', 'Redis answers.')];
  const message = `Redis does not answer (${check.error ?? 'no reason'}): requests are let through without being counted.`;
  return [warn('redis', message, 'Start Redis, and look at REDIS_URL of the gateway.')];
}

export function examineAccounts(snapshot: DeploymentSnapshot): readonly Finding[] {
  if (!isThere(snapshot, 'payments')) return [];
  const { unpaid, tenants, moreTenants } = snapshot;
  const some = unpaid.slice(0, 5).join(', ');
  const findings =
    unpaid.length === 0
      ? []
      : [
          warn(
            'payment accounts',
            `${plural(unpaid.length, 'tenant')} cannot be paid: ${some}${unpaid.length > 5 ? ', …' : ''}.`,
            'lodging payment-accounts set <tenant> <accountId>',
          ),
        ];
  const counted = `${moreTenants ? 'the first ' : ''}${plural(tenants.length, 'tenant')}`;
  return orOk(
    findings,
    'payment accounts',
    tenants.length === 0 ? 'There are no tenants yet.' : `Looked at ${counted}: each has an account.`,
  );
}

const REFUND_SECONDS = 120;

export function examineRefunds(snapshot: DeploymentSnapshot): readonly Finding[] {
  if (!isThere(snapshot, 'reservations')) return [];
  const { refundsOwed = 0, oldestOwedRefundSeconds = 0 } = factsOf(snapshot, 'reservations');
  const age = Number(oldestOwedRefundSeconds);
  if (age <= REFUND_SECONDS) return [ok('refunds', 'None is waiting for payments.')];
  const message = `${plural(Number(refundsOwed), 'refund')} of ended holds are not with payments yet, the oldest for ${formatDuration(age)}.`;
  return [warn('refunds', message, 'The log of reservations says what payments or inventory answers.')];
}

export function examineProvider(snapshot: DeploymentSnapshot): readonly Finding[] {
  if (!isThere(snapshot, 'payments')) return [];
  const { providerAddress, lastNotificationAt, notificationsWaiting, notificationsParked } = factsOf(
    snapshot,
    'payments',
  );
  const findings = ['live', 'test'].flatMap((mode) => {
    const check = checkOf(snapshot, 'payments', `provider-${mode}-key`);
    if (check === undefined || check.ok) return [];
    return [
      fail(
        'payment provider',
        `With the ${mode} key: ${check.error ?? 'no answer'}.`,
        `Look at STRIPE_${mode.toUpperCase()}_SECRET_KEY of payments.`,
      ),
    ];
  });
  if (typeof providerAddress === 'string' && !isLocal(snapshot)) {
    findings.push(
      warn(
        'payment provider',
        `Payments go to ${providerAddress}, not to the provider itself.`,
        'Remove STRIPE_API_URL from payments.',
      ),
    );
  }
  if (typeof notificationsWaiting === 'number' && notificationsWaiting > 100) {
    findings.push(
      warn(
        'provider notifications',
        `${notificationsWaiting} of them wait to be applied.`,
        'The log of payments says what they wait for.',
      ),
    );
  }
  if (typeof notificationsParked === 'number' && notificationsParked > 0) {
    findings.push(
      warn(
        'provider notifications',
        `${plural(notificationsParked, 'notification')} of the last week fit nothing known.`,
        'The log of payments names them (parked); `lodging recover report` lists money that a restored database has lost.',
      ),
    );
  }
  return [
    ...orOk(findings, 'payment provider', 'It takes both keys.'),
    lastHeard(snapshot, lastNotificationAt),
  ];
}

function lastHeard(snapshot: DeploymentSnapshot, lastNotificationAt: unknown): Finding {
  const check = 'provider notifications';
  if (typeof lastNotificationAt === 'string') {
    const ago = snapshot.now.since(Temporal.Instant.from(lastNotificationAt)).total('seconds');
    return ok(check, `The last one came ${formatDuration(ago)} ago.`);
  }
  const message = 'The provider has told nothing in 30 days.';
  if (isLocal(snapshot)) return ok(check, message);
  return warn(
    check,
    message,
    'Point its webhook at /webhooks/stripe of payments, and compare STRIPE_WEBHOOK_SECRETS with its signing secret.',
  );
}

export function examineMail(snapshot: DeploymentSnapshot): readonly Finding[] {
  const check = checkOf(snapshot, 'notifications', 'mail');
  const { mailServer } = factsOf(snapshot, 'notifications');
  if (check === undefined) return [];
  if (check.ok) return [ok('mail', `${String(mailServer)} takes our mail.`)];
  const message = `${String(mailServer)} does not take our mail (${check.error ?? 'no reason'}): no guest gets a code.`;
  return [fail('mail', message, 'Look at SMTP_URL of notifications.')];
}

export function examineFeeds(snapshot: DeploymentSnapshot): readonly Finding[] {
  if (!isThere(snapshot, 'channels')) return [];
  const {
    connections = 0,
    failing = 0,
    doubted = 0,
    stale = 0,
    failingTenants = null,
  } = factsOf(snapshot, 'channels');
  const remedy = `lodging feeds status ${whoIs(snapshot, failingTenants)}`;
  const findings: Finding[] = [];
  if (Number(failing) > 0)
    findings.push(warn('feeds', `${failing} of ${connections} calendars cannot be read.`, remedy));
  if (Number(doubted) > 0)
    findings.push(
      warn(
        'feeds',
        `${doubted} lost too much at once and are not believed yet; their old blocks stay.`,
        remedy,
      ),
    );
  if (Number(stale) > 0) findings.push(warn('feeds', `${stale} had no good reading for 6 hours.`, remedy));
  return orOk(findings, 'feeds', `${plural(Number(connections), 'calendar')} read.`);
}

const OVERDUE_SECONDS = 120;

export function examineWebhooks(snapshot: DeploymentSnapshot): readonly Finding[] {
  if (!isThere(snapshot, 'notifications')) return [];
  const facts = factsOf(snapshot, 'notifications');
  const { endpoints = 0, failing = 0, disabled = 0, overdueSeconds = 0, failingTenants = null } = facts;
  const remedy = `lodging webhooks status ${whoIs(snapshot, failingTenants)}`;
  const findings: Finding[] = [];
  if (Number(failing) > 0)
    findings.push(warn('webhooks', `${failing} of ${endpoints} endpoints fail.`, remedy));
  if (Number(disabled) > 0)
    findings.push(warn('webhooks', `${disabled} of ${endpoints} endpoints are disabled.`, remedy));
  if (Number(overdueSeconds) > OVERDUE_SECONDS) {
    const message = `A delivery has been due for ${formatDuration(Number(overdueSeconds))}.`;
    findings.push(warn('webhooks', message, 'Run more instances of notifications, or look at its log.'));
  }
  return orOk(findings, 'webhooks', `${plural(Number(endpoints), 'endpoint')}, none fails.`);
}

/** Services know ids, people know slugs. */
function whoIs({ tenants }: DeploymentSnapshot, ids: unknown): string {
  const first = typeof ids === 'string' ? (ids.split(',')[0] ?? '') : '';
  const live = tenants.find(({ id }) => id === first);
  if (live !== undefined) return live.slug;
  const sandbox = tenants.find(({ sandboxId }) => sandboxId === first);
  return sandbox === undefined ? '<tenant>' : `${sandbox.slug} --mode test`;
}

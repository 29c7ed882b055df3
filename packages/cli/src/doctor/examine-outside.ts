import { plural, formatDuration } from '../output/format.ts';
import type { Finding } from './finding.ts';
import { fail, orOk, warn, ok } from './finding.ts';
import { checkOf, factsOf, isLocal, isThere } from './snapshot.ts';
import type { DeploymentSnapshot } from './snapshot.ts';

export function examineRedis(snapshot: DeploymentSnapshot): readonly Finding[] {
  const check = checkOf(snapshot, 'gateway', 'redis');
  if (check === undefined || check.ok) return [ok('redis', 'Redis answers.')];
  const message = `Redis does not answer (${check.error ?? 'no reason'}): each process of the gateway limits requests alone.`;
  return [fail('redis', message, 'Start Redis, and check REDIS_URL of the gateway.')];
}

export function examineAccounts(snapshot: DeploymentSnapshot): readonly Finding[] {
  if (!isThere(snapshot, 'payments')) return [];
  const { unpaid, tenants, moreTenants, tenantsFailure } = snapshot;
  if (tenantsFailure !== null)
    return [
      fail(
        'payment accounts',
        `The tenants cannot be read: ${tenantsFailure}`,
        'Check the Postgres of the gateway, and its log.',
      ),
    ];
  const some = unpaid.slice(0, 5).join(', ');
  const findings =
    unpaid.length === 0
      ? []
      : [
          warn(
            'payment accounts',
            `${plural(unpaid.length, 'tenant')} without a payment account: ${some}${unpaid.length > 5 ? ', …' : ''}.`,
            'lodging payment-accounts set <tenant> <accountId>',
          ),
        ];
  const counted = `${moreTenants ? 'the first ' : ''}${plural(tenants.length, 'tenant')}`;
  return orOk(
    findings,
    'payment accounts',
    tenants.length === 0 ? 'No tenants yet.' : `Checked ${counted}: each has a payment account.`,
  );
}

const REFUND_SECONDS = 120;

export function examineRefunds(snapshot: DeploymentSnapshot): readonly Finding[] {
  return [...owedRefunds(snapshot), ...stoppedRefunds(snapshot)];
}

function owedRefunds(snapshot: DeploymentSnapshot): readonly Finding[] {
  if (!isThere(snapshot, 'reservations')) return [];
  const { refundsOwed = 0, oldestOwedRefundSeconds = 0 } = factsOf(snapshot, 'reservations');
  const age = Number(oldestOwedRefundSeconds);
  if (age <= REFUND_SECONDS) return [ok('refunds', 'No pending refunds.')];
  const message = `${plural(Number(refundsOwed), 'refund')} not yet accepted by payments, the oldest for ${formatDuration(age)}.`;
  return [warn('refunds', message, 'The log of reservations has the errors of payments and inventory.')];
}

function stoppedRefunds(snapshot: DeploymentSnapshot): readonly Finding[] {
  const { refundsStopped = 0 } = isThere(snapshot, 'payments') ? factsOf(snapshot, 'payments') : {};
  if (Number(refundsStopped) === 0) return [];
  const message = `${plural(Number(refundsStopped), 'automatic refund')} postponed to the next hour: the tenant has reached its hourly limit.`;
  return [warn('refunds', message, 'The log of payments names the tenant (payments.refunds.stopped).')];
}

/** As payments reports it. */
const NO_ANSWER = 'the provider does not answer';

function examineProviderKeys(snapshot: DeploymentSnapshot): Finding[] {
  const failed = ['live', 'test'].flatMap((mode) => {
    const check = checkOf(snapshot, 'payments', `provider-${mode}-key`);
    return check === undefined || check.ok ? [] : [{ mode, error: check.error ?? NO_ANSWER }];
  });
  const silent = failed.some(({ error }) => error === NO_ANSWER)
    ? [
        fail(
          'payment provider',
          'The payment provider does not answer payments. Payments and refunds wait, and none is lost.',
          'Look at the status page of the provider, and whether payments may reach it; all is repeated by itself.',
        ),
      ]
    : [];
  const refused = failed
    .filter(({ error }) => error !== NO_ANSWER)
    .map(({ mode, error }) =>
      fail(
        'payment provider',
        `Check with the ${mode} key failed: ${error}.`,
        `Check STRIPE_${mode.toUpperCase()}_SECRET_KEY of payments.`,
      ),
    );
  return [...silent, ...refused];
}

export function examineProvider(snapshot: DeploymentSnapshot): readonly Finding[] {
  if (!isThere(snapshot, 'payments')) return [];
  const { providerAddress, lastNotificationAt, notificationsWaiting, notificationsParked } = factsOf(
    snapshot,
    'payments',
  );
  const findings = examineProviderKeys(snapshot);
  if (typeof providerAddress === 'string' && !isLocal(snapshot)) {
    findings.push(
      warn(
        'payment provider',
        `Payments go to ${providerAddress} instead of the provider.`,
        'Remove STRIPE_API_URL from payments.',
      ),
    );
  }
  if (typeof notificationsWaiting === 'number' && notificationsWaiting > 100) {
    findings.push(
      warn(
        'provider notifications',
        `${notificationsWaiting} provider notifications are not applied yet.`,
        'The log of payments has the reason.',
      ),
    );
  }
  if (typeof notificationsParked === 'number' && notificationsParked > 0) {
    findings.push(
      warn(
        'provider notifications',
        `${plural(notificationsParked, 'provider notification')} ${notificationsParked === 1 ? 'matches' : 'match'} no payment, and ${notificationsParked === 1 ? 'waits' : 'wait'} for an operator.`,
        'lodging parked-notifications list; the runbook NotificationsParked says what each reason means',
      ),
    );
  }
  return [
    ...orOk(findings, 'payment provider', 'Both keys are accepted.'),
    lastNotification(snapshot, lastNotificationAt),
  ];
}

function lastNotification(snapshot: DeploymentSnapshot, lastNotificationAt: unknown): Finding {
  const check = 'provider notifications';
  if (typeof lastNotificationAt === 'string') {
    const ago = snapshot.now.since(Temporal.Instant.from(lastNotificationAt)).total('seconds');
    return ok(check, `Last notification ${formatDuration(ago)} ago.`);
  }
  const message = 'No notification of the provider in 30 days.';
  if (isLocal(snapshot)) return ok(check, message);
  return warn(
    check,
    message,
    'Point the provider’s webhook at /webhooks/stripe of payments, and compare STRIPE_WEBHOOK_SECRETS with its signing secret.',
  );
}

export function examineMail(snapshot: DeploymentSnapshot): readonly Finding[] {
  const check = checkOf(snapshot, 'notifications', 'mail');
  const { mailServer } = factsOf(snapshot, 'notifications');
  if (check === undefined) return [];
  if (check.ok) return [ok('mail', `${String(mailServer)} accepts mail.`)];
  const message = `${String(mailServer)} does not accept mail (${check.error ?? 'no reason'}): guests receive no codes.`;
  return [fail('mail', message, 'Check SMTP_URL of notifications.')];
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
    findings.push(
      warn('feeds', `${failing} of ${plural(Number(connections), 'feed')} cannot be read.`, remedy),
    );
  if (Number(doubted) > 0)
    findings.push(
      warn(
        'feeds',
        Number(doubted) === 1
          ? '1 feed shrank suddenly and is quarantined.'
          : `${doubted} feeds shrank suddenly and are quarantined.`,
        remedy,
      ),
    );
  if (Number(stale) > 0)
    findings.push(
      warn('feeds', `${plural(Number(stale), 'feed')} without a successful sync for 6 hours.`, remedy),
    );
  return orOk(findings, 'feeds', `${plural(Number(connections), 'feed')}, no failures.`);
}

const OVERDUE_SECONDS = 120;

export function examineWebhooks(snapshot: DeploymentSnapshot): readonly Finding[] {
  if (!isThere(snapshot, 'notifications')) return [];
  const facts = factsOf(snapshot, 'notifications');
  const { endpoints = 0, failing = 0, disabled = 0, overdueSeconds = 0, failingTenants = null } = facts;
  const remedy = `lodging webhooks status ${whoIs(snapshot, failingTenants)}`;
  const findings: Finding[] = [];
  if (Number(failing) > 0)
    findings.push(
      warn('webhooks', `${failing} of ${plural(Number(endpoints), 'endpoint')} failing.`, remedy),
    );
  if (Number(disabled) > 0)
    findings.push(
      warn('webhooks', `${disabled} of ${plural(Number(endpoints), 'endpoint')} disabled.`, remedy),
    );
  if (Number(overdueSeconds) > OVERDUE_SECONDS) {
    const message = `The oldest delivery is overdue by ${formatDuration(Number(overdueSeconds))}.`;
    findings.push(warn('webhooks', message, 'Check the log of notifications, or run more instances.'));
  }
  return orOk(findings, 'webhooks', `${plural(Number(endpoints), 'endpoint')}, no failures.`);
}

/** The slug for a tenant id, with the mode. */
function whoIs({ tenants }: DeploymentSnapshot, ids: unknown): string {
  const first = typeof ids === 'string' ? (ids.split(',')[0] ?? '') : '';
  const live = tenants.find(({ id }) => id === first);
  if (live !== undefined) return live.slug;
  const sandbox = tenants.find(({ sandboxId }) => sandboxId === first);
  return sandbox === undefined ? '<tenant>' : `${sandbox.slug} --mode test`;
}

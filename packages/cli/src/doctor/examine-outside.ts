import { plural, span } from '../output/words.ts';
import type { Finding } from './finding.ts';
import { fail, orWell, warn, well } from './finding.ts';
import { checkOf, factsOf, isLocal, isThere } from './picture.ts';
import type { Picture } from './picture.ts';

export function examineRedis(picture: Picture): readonly Finding[] {
  const check = checkOf(picture, 'gateway', 'redis');
  if (check === undefined || check.ok) return [well('redis', 'Redis answers.')];
  const message = `Redis does not answer (${check.error ?? 'no reason'}): requests are let through without being counted.`;
  return [warn('redis', message, 'Start Redis, and look at REDIS_URL of the gateway.')];
}

export function examineAccounts(picture: Picture): readonly Finding[] {
  if (!isThere(picture, 'payments')) return [];
  const { unpaid, tenants, moreTenants } = picture;
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
  return orWell(
    findings,
    'payment accounts',
    tenants.length === 0 ? 'There are no tenants yet.' : `Looked at ${counted}: each has an account.`,
  );
}

export function examineProvider(picture: Picture): readonly Finding[] {
  if (!isThere(picture, 'payments')) return [];
  const { providerAddress, lastNotificationAt, notificationsWaiting, notificationsParked } = factsOf(
    picture,
    'payments',
  );
  const findings = ['live', 'test'].flatMap((mode) => {
    const check = checkOf(picture, 'payments', `provider-${mode}-key`);
    if (check === undefined || check.ok) return [];
    return [
      fail(
        'payment provider',
        `With the ${mode} key: ${check.error ?? 'no answer'}.`,
        `Look at STRIPE_${mode.toUpperCase()}_SECRET_KEY of payments.`,
      ),
    ];
  });
  if (typeof providerAddress === 'string' && !isLocal(picture)) {
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
        'The log of payments names them (parked).',
      ),
    );
  }
  return [
    ...orWell(findings, 'payment provider', 'It takes both keys.'),
    lastHeard(picture, lastNotificationAt),
  ];
}

function lastHeard(picture: Picture, lastNotificationAt: unknown): Finding {
  const check = 'provider notifications';
  if (typeof lastNotificationAt === 'string') {
    const ago = picture.now.since(Temporal.Instant.from(lastNotificationAt)).total('seconds');
    return well(check, `The last one came ${span(ago)} ago.`);
  }
  const message = 'The provider has told nothing in 30 days.';
  if (isLocal(picture)) return well(check, message);
  return warn(
    check,
    message,
    'Point its webhook at /webhooks/stripe of payments, and compare STRIPE_WEBHOOK_SECRETS with its signing secret.',
  );
}

export function examineMail(picture: Picture): readonly Finding[] {
  const check = checkOf(picture, 'notifications', 'mail');
  const { mailServer } = factsOf(picture, 'notifications');
  if (check === undefined) return [];
  if (check.ok) return [well('mail', `${String(mailServer)} takes our mail.`)];
  const message = `${String(mailServer)} does not take our mail (${check.error ?? 'no reason'}): no guest gets a code.`;
  return [fail('mail', message, 'Look at SMTP_URL of notifications.')];
}

export function examineFeeds(picture: Picture): readonly Finding[] {
  if (!isThere(picture, 'channels')) return [];
  const {
    connections = 0,
    failing = 0,
    doubted = 0,
    stale = 0,
    failingTenants = null,
  } = factsOf(picture, 'channels');
  const remedy = `lodging feeds status ${whoIs(picture, failingTenants)}`;
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
  return orWell(findings, 'feeds', `${plural(Number(connections), 'calendar')} read.`);
}

const OVERDUE_SECONDS = 120;

export function examineWebhooks(picture: Picture): readonly Finding[] {
  if (!isThere(picture, 'notifications')) return [];
  const facts = factsOf(picture, 'notifications');
  const { endpoints = 0, failing = 0, disabled = 0, overdueSeconds = 0, failingTenants = null } = facts;
  const remedy = `lodging webhooks status ${whoIs(picture, failingTenants)}`;
  const findings: Finding[] = [];
  if (Number(failing) > 0)
    findings.push(warn('webhooks', `${failing} of ${endpoints} endpoints fail.`, remedy));
  if (Number(disabled) > 0)
    findings.push(warn('webhooks', `${disabled} of ${endpoints} endpoints are disabled.`, remedy));
  if (Number(overdueSeconds) > OVERDUE_SECONDS) {
    const message = `A delivery has been due for ${span(Number(overdueSeconds))}.`;
    findings.push(warn('webhooks', message, 'Run more instances of notifications, or look at its log.'));
  }
  return orWell(findings, 'webhooks', `${plural(Number(endpoints), 'endpoint')}, none fails.`);
}

/** Services know ids, people know slugs. */
function whoIs({ tenants }: Picture, ids: unknown): string {
  const first = typeof ids === 'string' ? (ids.split(',')[0] ?? '') : '';
  const live = tenants.find(({ id }) => id === first);
  if (live !== undefined) return live.slug;
  const sandbox = tenants.find(({ sandboxId }) => sandboxId === first);
  return sandbox === undefined ? '<tenant>' : `${sandbox.slug} --mode test`;
}

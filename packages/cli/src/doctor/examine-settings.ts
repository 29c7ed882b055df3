import type { Finding } from './finding.ts';
import { fail, orOk, warn, ok } from './finding.ts';
import { factsOf, isLocal, isLoopback, reachableOf } from './snapshot.ts';
import type { DeploymentSnapshot } from './snapshot.ts';

export function examinePublicApi(snapshot: DeploymentSnapshot): readonly Finding[] {
  const { publicApi } = snapshot;
  if (publicApi === undefined) return [];
  if (publicApi.failure === null) {
    return [ok('public API', `${publicApi.url} answers in ${Math.round(publicApi.tookMs)} ms.`)];
  }
  const remedy = 'Check PUBLIC_URL of the gateway, and DNS, load balancer and certificate in front of it.';
  return [fail('public API', `${publicApi.url} ${publicApi.failure}.`, remedy)];
}

const HOURS_OF_A_DAY = 24;
/** As the alert CertificateExpiring has them. */
const RENEWED_BEFORE_DAYS = 14;
const URGENT_BEFORE_DAYS = 2;

/** The certificate that clients are served, whatever a store or a certificate manager says. */
export function examineCertificate({ publicApi, now }: DeploymentSnapshot): readonly Finding[] {
  const endsAt = publicApi?.certificateEndsAt ?? null;
  if (publicApi === undefined || endsAt === null) return [];
  const days = Math.floor(now.until(endsAt).total('hours') / HOURS_OF_A_DAY);
  const { host } = new URL(publicApi.url);
  if (days >= RENEWED_BEFORE_DAYS) return [ok('certificate', `${host} serves one for ${days} more days.`)];
  const message =
    days < 0 ? `${host} serves one that ended at ${endsAt}.` : `${host} serves one that ends at ${endsAt}.`;
  const remedy = 'See CertificateExpiring in the runbook of the edge.';
  const level = days < URGENT_BEFORE_DAYS ? fail : warn;
  return [level('certificate', message, remedy)];
}

export function examinePublicUrl(snapshot: DeploymentSnapshot): readonly Finding[] {
  const { publicUrl } = factsOf(snapshot, 'gateway');
  if (typeof publicUrl !== 'string') return [];
  if (isLocal(snapshot)) return [ok('PUBLIC_URL', `${publicUrl}: local deployment.`)];
  if (isLoopback(publicUrl)) {
    return [
      fail(
        'PUBLIC_URL',
        `${publicUrl} is not reachable from other machines, but feed and problem URLs use it.`,
        'Set PUBLIC_URL of the gateway to the address that clients use.',
      ),
    ];
  }
  const isPlain = publicUrl.startsWith('http:');
  return isPlain
    ? [
        warn(
          'PUBLIC_URL',
          `${publicUrl} is not encrypted; API keys are sent in clear text.`,
          'Serve the API over https, and set PUBLIC_URL to that address.',
        ),
      ]
    : [ok('PUBLIC_URL', publicUrl)];
}

export function examineSecrets(snapshot: DeploymentSnapshot): readonly Finding[] {
  const findings = reachableOf(snapshot).flatMap(({ service, facts: { weakSecrets } }) => {
    if (typeof weakSecrets !== 'string') return [];
    const message = `${service} has a default or guessable ${weakSecrets}.`;
    const remedy = 'Set a random value: openssl rand -hex 32';
    return [isLocal(snapshot) ? warn('secrets', message, remedy) : fail('secrets', message, remedy)];
  });
  return orOk(findings, 'secrets', 'No default or shared secret.');
}

const FLAGS = [
  { service: 'channels', flag: 'CHANNELS_ALLOW_LOCALHOST', what: 'calendars' },
  { service: 'notifications', flag: 'WEBHOOKS_ALLOW_LOCALHOST', what: 'webhooks' },
];

export function examineDevelopmentSettings(snapshot: DeploymentSnapshot): readonly Finding[] {
  const open = FLAGS.filter(({ service }) => factsOf(snapshot, service)['allowsLocalhost'] === true);
  if (isLocal(snapshot)) return [ok('development settings', 'Allowed in a local deployment.')];
  return orOk(
    open.map(({ service, flag, what }) =>
      fail(
        'development settings',
        `${flag} is set: ${what} of tenants can reach local ports of ${service}.`,
        `Remove ${flag} from ${service}.`,
      ),
    ),
    'development settings',
    'No development settings.',
  );
}

/** Stored values that were sealed with another secret; without this check the first read would fail. */
export function examineSeals(snapshot: DeploymentSnapshot): readonly Finding[] {
  return reachableOf(snapshot).flatMap(({ service, checks }) => {
    const check = checks.find(({ name }) => name === 'seals');
    if (check === undefined || check.ok) return [];
    const remedy = `Add the previous secret of ${service} after the new one: '["<new>","<old>"]'.`;
    return [fail('seals', `${service}: ${check.error ?? 'no answer'}.`, remedy)];
  });
}

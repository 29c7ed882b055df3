import { SERVICES } from '@lodging/deploy-shared';
import { expect, test } from 'vitest';
import { containerFiles } from './container-files.ts';
import { withLogins, withLoginsSwitched, withoutIdlePasswords } from './logins.ts';

/** The files, and all requested secrets. */
function filesOf(stored: ReadonlyMap<string, string>, generation: string) {
  const all = new Map(stored);
  const files = containerFiles((name, prefix = '') => {
    const known = all.get(name) ?? `${prefix}${generation}-${name}-${'x'.repeat(32)}`;
    all.set(name, known);
    return known;
  });
  return { files, stored: all };
}

test('logins are used in turn: the idle one gets new passwords, then each service moves to it, then the first is withdrawn', () => {
  const first = filesOf(withLogins(new Map()), 'one');
  const prepared = filesOf(withoutIdlePasswords(first.stored), 'two');
  const switched = filesOf(withLoginsSwitched(prepared.stored), 'three');
  const withdrawn = filesOf(withoutIdlePasswords(switched.stored), 'four');
  for (const service of SERVICES) {
    const settings = [first, prepared, switched, withdrawn].map(
      ({ files }) => files[`${service}/settings.env`] ?? '',
    );
    expect(settings[0]).toContain(`postgres://${service}_app:one-postgres.${service}.app-`);
    expect(settings[0]).toContain(`nats://${service}:nats_one-nats.${service}-`);
    expect(settings[1]).toBe(settings[0]);
    expect(settings[2]).toContain(`postgres://${service}_app_b:two-postgres.${service}.app_b-`);
    expect(settings[2]).toContain(`nats://${service}_b:nats_two-nats.${service}_b-`);
    expect(settings[3]).toBe(settings[2]);
  }
  const provisioned = [switched, withdrawn].map(({ files }) => files['bootstrap/provision.env'] ?? '');
  expect(provisioned[0]).toContain('one-postgres.gateway.app-');
  expect(provisioned[1]).not.toContain('one-postgres.gateway.app-');
  expect(provisioned[1]).toContain('two-postgres.gateway.app_b-');
  expect(withdrawn.files['nats/passwords.env']).not.toContain('one-nats.gateway-');
});

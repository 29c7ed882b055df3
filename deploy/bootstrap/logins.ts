import { SERVICES } from '@lodging/deploy-shared';
import type { Login, Secrets, ServiceName } from '@lodging/deploy-shared';
import { loginsOf } from '@lodging/nats';

type Stored = ReadonlyMap<string, string>;

interface ServiceLogin {
  readonly role: Login;
  readonly busUser: string;
}

/** What a service uses, and what it does not. */
function loginsIn(
  service: ServiceName,
  used: string | undefined,
): { used: ServiceLogin; idle: ServiceLogin } {
  const [first, second] = loginsOf(service);
  const a: ServiceLogin = { role: 'app', busUser: first };
  const b: ServiceLogin = { role: 'app_b', busUser: second };
  return used === 'b' ? { used: b, idle: a } : { used: a, idle: b };
}

const nameOf = (service: ServiceName): string => `login.${service}`;

export function usedLogin(service: ServiceName, secrets: Secrets): ServiceLogin {
  return loginsIn(service, secrets(nameOf(service))).used;
}

/** The first login, until they are switched. */
export function withLogins(stored: Stored): Stored {
  return new Map([...SERVICES.map((service) => [nameOf(service), 'a'] as const), ...stored]);
}

/** Without the passwords of unused logins, so that new ones are generated. */
export function withoutIdlePasswords(stored: Stored): Stored {
  const idle = SERVICES.flatMap((service) => {
    const { role, busUser } = loginsIn(service, stored.get(nameOf(service))).idle;
    return [`postgres.${service}.${role}`, `nats.${busUser}`];
  });
  return new Map([...stored].filter(([name]) => !idle.includes(name)));
}

/** Each service uses its other login from now on. */
export function withLoginsSwitched(stored: Stored): Stored {
  const switched = SERVICES.map((service) => {
    const name = nameOf(service);
    return [name, stored.get(name) === 'b' ? 'a' : 'b'] as const;
  });
  return new Map([...stored, ...switched]);
}

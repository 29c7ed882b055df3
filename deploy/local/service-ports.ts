import { unusedPort } from './choose-ports.ts';
import type { Ports } from './choose-ports.ts';

/** Settings of ports that strangers and operators use; the first is the public one. */
const PUBLIC_PORTS: Readonly<Record<string, readonly string[]>> = {
  gateway: ['PORT', 'ADMIN_PORT'],
  payments: ['WEBHOOK_PORT'],
};

export interface ServicePorts {
  readonly healthOf: (service: string) => number;
  /** undefined where strangers send the service nothing. */
  readonly publicOf: (service: string) => number | undefined;
  /** Settings with other ports, under which the service is found from then on. */
  forSuccessor(service: string): Promise<Record<string, string>>;
}

export function createServicePorts(first: () => Ports | undefined): ServicePorts {
  const health = new Map<string, number>();
  const open = new Map<string, number>();
  return {
    healthOf: (service) => health.get(service) ?? first()?.health(service) ?? 0,
    publicOf: (service) =>
      open.get(service) ?? (service === 'gateway' || service === 'payments' ? first()?.[service] : undefined),
    async forSuccessor(service) {
      const settings: Record<string, string> = {};
      for (const [index, name] of ['HEALTH_PORT', ...(PUBLIC_PORTS[service] ?? [])].entries()) {
        const port = await unusedPort();
        settings[name] = String(port);
        if (index === 0) health.set(service, port);
        if (index === 1) open.set(service, port);
      }
      return settings;
    },
  };
}

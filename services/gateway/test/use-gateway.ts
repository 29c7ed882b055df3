import { afterAll, beforeAll } from 'vitest';
import { makeTenant } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import type { RunningGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { StubServices } from './stub-services.ts';

interface Started {
  readonly gateway: RunningGateway;
  readonly stubs: StubServices;
  readonly tenant: TestTenant;
}

interface Options {
  readonly settings?: Parameters<typeof startGateway>[0];
  readonly services?: Parameters<typeof startStubServices>[0];
}

/** Runs the gateway with stubs of the services and one tenant, for the tests of a file. */
export function useGateway(receive: (started: Started) => void, { settings, services }: Options = {}): void {
  let gateway: RunningGateway;
  let stubs: StubServices;
  beforeAll(async () => {
    [gateway, stubs] = await Promise.all([startGateway(settings), startStubServices(services)]);
    receive({ gateway, stubs, tenant: await makeTenant(gateway) });
  });
  afterAll(async () => {
    await gateway.stop();
    await stubs.stop();
  });
}

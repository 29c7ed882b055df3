/** On whose word an operation runs. */
export interface Callers {
  /** The context of the operation, then those that get requests of clients from it. */
  readonly audience: readonly string[];
  /** The service that signs for clients and for the platform's operator. */
  readonly clientsThrough: string;
  /** Of those, the platform's operator alone. */
  readonly platformOnly: boolean;
  /** Services that request it in their own name, for work that no client requested. */
  readonly services: readonly string[];
}

export interface CallersDeclaration {
  /** For the platform's operator: no client, whatever it may do, gets here. */
  readonly platformOnly?: boolean | undefined;
  /** Services that request it in their own name: timers and consumers. Nobody unless given. */
  readonly calledBy?: readonly string[] | undefined;
}

const GATEWAY = 'gateway';

/** Where a request of a client goes on from the service that the gateway called, on the client's behalf. */
const GOES_ON_TO: Readonly<Record<string, readonly string[]>> = {
  reservations: ['inventory', 'payments', 'notifications'],
};

export function callersOf(
  context: string,
  { platformOnly = false, calledBy = [] }: CallersDeclaration,
): Callers {
  const audience = [context, ...(platformOnly ? [] : (GOES_ON_TO[context] ?? []))];
  return { audience, clientsThrough: GATEWAY, platformOnly, services: calledBy };
}

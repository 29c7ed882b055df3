import type { Callers } from '../src/rpc/operation.ts';

/** Operations of the tests run for whom the gateway signs, and for it itself. */
export const callers: Callers = {
  calledFor: [],
  clientsThrough: 'gateway',
  platformOnly: false,
  services: ['gateway'],
};

import type { Callers } from '../src/index.ts';

/** Operations of the tests run for whom the gateway signs, and for it itself. */
export const callers: Callers = {
  audience: ['test'],
  clientsThrough: 'gateway',
  platformOnly: false,
  services: ['gateway'],
};

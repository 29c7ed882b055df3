import * as contract from '@lodging/contract-reservations';
import type { ClientLimits } from '@lodging/contract-reservations';
import type { Caller } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import { GUEST_STAY, valueOf } from './guest-requests.ts';
import type { TestReservations } from './start-reservations.ts';

export const noLimits: ClientLimits = {
  maxOpenHolds: null,
  maxHeldUnitNights: null,
  codesPerAddressHour: null,
  codesPerClientHour: null,
  heldUnitNightsFollowSize: false,
  keyLimitFactor: null,
};

interface ClientOptions {
  readonly limits: Partial<ClientLimits>;
  readonly tenantId?: string;
  readonly keyId?: string;
}

/** What browsers with one publishable key request, each from a network of its own. */
export function publishableClient(service: TestReservations, options: ClientOptions) {
  const { limits, tenantId = randomUUID(), keyId = randomUUID() } = options;
  const caller: Caller = { kind: 'publishable', keyId, permissions: [], limits: { ...noLimits, ...limits } };
  const from = (clientAddress: string) => {
    const as = { caller, clientAddress };
    const quote = async (changes: { quantity?: number; to?: string } = {}) => {
      const stay = { resourceId: randomUUID(), partySize: 2, ...GUEST_STAY, ...changes };
      return valueOf(await service.request(contract.createQuote, stay, tenantId, as));
    };
    const placeQuoted = (signedQuoteToken: string) =>
      service.request(contract.placeHold, { idempotencyKey: randomUUID(), signedQuoteToken }, tenantId, as);
    const tryCode = (reservationId: string, email: string, code: string) =>
      service.request(contract.verifyGuestCode, { reservationId, email, code }, tenantId, as);
    return {
      quote,
      placeQuoted,
      place: async (changes?: Parameters<typeof quote>[0]) =>
        placeQuoted((await quote(changes)).signedQuoteToken),
      tryCode,
      send: (reservationId: string, email: string) =>
        service.request(contract.sendGuestCode, { reservationId, email }, tenantId, as),
      async verify(reservationId: string, email = `guest-${randomUUID()}@example.com`) {
        await service.request(contract.sendGuestCode, { reservationId, email }, tenantId, as);
        const code = service.neighbours.mails.find(({ to }) => to === email)?.code ?? '';
        return tryCode(reservationId, email, code);
      },
    };
  };
  return { tenantId, keyId, caller, from };
}

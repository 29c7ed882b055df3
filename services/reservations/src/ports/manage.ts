import type { RequestContext } from '@lodging/kit-runtime';
import type { CodeQuota } from '../domain/guests/code-limits.ts';
import type { GuestMay } from '../domain/manage/guest-may.ts';
import type { ManageGrant } from '../domain/manage/manage-grant.ts';

export interface ManageTokens {
  sign(grant: ManageGrant, at: Temporal.Instant): Promise<string>;
  /** Undefined unless this service signed it for the guest of a booking. Its expiry is not checked. */
  read(token: string): Promise<ManageGrant | undefined>;
}

export interface GuestLinkRepository {
  generation(tenantId: string, reservationId: string): Promise<number>;
  /** Ends all earlier links. False: there is no such booking. */
  raiseGeneration(tenantId: string, reservationId: string): Promise<boolean>;
  /** The booking that has the reference. */
  findByReference(tenantId: string, reference: string): Promise<string | undefined>;
  /** Counts one mail in each of the quotas. False, and nothing is counted: one of them is used up. */
  countMail(tenantId: string, quotas: readonly CodeQuota[]): Promise<boolean>;
}

export interface RequestedLink {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly reference: string;
  readonly email: string;
}

/** Requests that wait for their mail. The answer to a guest does not wait for it, so that it takes the same time always. */
export interface LinkQueue {
  add(requested: RequestedLink): void;
  /** Returns when those that wait have been worked off, or after a few seconds. */
  drain(): Promise<void>;
}

/** The part of the mail settings that concerns guests. */
export interface GuestSettings {
  readonly property: {
    readonly name: string | null;
    readonly address: string | null;
    readonly phone: string | null;
    readonly website: string | null;
    readonly logoUrl: string | null;
    readonly accentColor: string | null;
  };
  /** The page where guests manage their stay. */
  readonly manageUrl: string | null;
  readonly guestMay: GuestMay;
}

export interface LinkToMail {
  readonly reservationId: string;
  readonly to: string;
  readonly language: string | null;
  readonly token: string;
  readonly reference: string;
  readonly room: string | null;
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
  readonly timeZone: string;
}

/** A method throws where notifications gives no usable answer. */
export interface GuestSettingsClient {
  read(ctx: RequestContext): Promise<GuestSettings>;
  sendLink(ctx: RequestContext, link: LinkToMail): Promise<void>;
}

import { fxRateList, timeZone } from '@lodging/contract-inventory';
import { mailLimitChanges } from '@lodging/contract-notifications';
import { newPaymentAccount } from '@lodging/contract-payments';
import { boundedArray, currency, email, instant, text } from '@lodging/contract-wire';
import { z } from 'zod';

export const mode = z.enum(['live', 'test']);
export const keyKind = z.enum(['secret', 'publishable']);

/**
 * The first four stand for groups of routes; `house` (blocks and conflicts of calendars) is a part of `operate`. A key whose
 * list has none of the four has `read`, `book` and `operate`.
 */
export const permission = z.enum([
  'read',
  'book',
  'operate',
  'house',
  'payment:refund:create',
  'booking:penalty:override',
  'booking:tax:exempt',
  'guest:export',
  'guest:erase',
]);
export type Permission = z.infer<typeof permission>;

export const tenantBody = z.object({
  name: text({ min: 1, max: 200 }),
  slug: z
    .string()
    .max(100)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens'),
  timezone: timeZone.default('UTC'),
  defaultCurrency: currency.default('EUR'),
});

const clientLimit = z.int().min(0).max(1_000_000).nullable().optional();

/**
 * Limits of publishable keys, each per client network, and of mails to one address, for the live tenant and its sandbox;
 * null is none, and an absent one stays.
 */
export const tenantLimitsBody = z
  .object({
    maxOpenHolds: clientLimit,
    maxHeldUnitNights: clientLimit,
    /** True removes the configured number: the limit of unit-nights then follows the units for sale. */
    heldUnitNightsFollowSize: z.boolean().optional(),
    codesPerAddressHour: clientLimit,
    codesPerClientHour: clientLimit,
    /** Times the limits per client network, for all networks of a key together. */
    keyLimitFactor: z.int().min(1).max(1_000).nullable().optional(),
    ...mailLimitChanges.shape,
  })
  .refine((limits) => limits.heldUnitNightsFollowSize !== true || limits.maxHeldUnitNights === undefined, {
    path: ['maxHeldUnitNights'],
    error: 'must be absent if the limit follows the size',
  });

/** For guests of the live tenant or of its sandbox; null is no limit, and an absent one stays. */
export const mailLimitsBody = mailLimitChanges.extend({ mode });
export type MailLimitsBody = z.infer<typeof mailLimitsBody>;

function originOf(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && `${url.origin}/` === url.href ? url.origin : undefined;
}

/** Scheme, host and port as a browser sends them; a trailing slash is removed. */
export const origin = z
  .string()
  .max(300)
  .refine((value) => originOf(value) !== undefined, 'must be an origin such as https://shop.example')
  .overwrite((value) => originOf(value) ?? value);

/** A secret key without `permissions` has all of them. `allowedOrigins` are for publishable keys, which need one. */
const keyName = text({ min: 1, max: 200 });
const permissions = boundedArray(permission, { max: 20 });
const allowedOrigins = boundedArray(origin, { max: 100 });
const requestsPerMinute = z.int().min(1).max(10_000_000);

export const apiKeyBody = z.object({
  kind: keyKind,
  mode,
  name: keyName.optional(),
  permissions: permissions.optional(),
  allowedOrigins: allowedOrigins.optional(),
  requestsPerMinute: requestsPerMinute.optional(),
  expiresAt: instant.nullish(),
});

/** Null takes the name or the limit away. */
export const apiKeyChangesBody = z.object({
  name: keyName.nullable().optional(),
  permissions: permissions.optional(),
  allowedOrigins: allowedOrigins.optional(),
  requestsPerMinute: requestsPerMinute.nullable().optional(),
});

const LONGEST_GRACE_SECONDS = 7 * 24 * 60 * 60;

export const rotationBody = z
  .object({ graceSeconds: z.int().min(0).max(LONGEST_GRACE_SECONDS).default(0) })
  .optional();

export const suspensionBody = z.object({ reason: text({ min: 1, max: 200 }) });

/** A new one; a sign-in takes any. */
export const password = text({ min: 8, max: 200 });
export const operatorRole = z.enum(['admin', 'manager', 'front_desk', 'viewer']);
export type OperatorRole = z.infer<typeof operatorRole>;

const operatorName = text({ min: 1, max: 100 });
export const operatorBody = z.object({
  email,
  password,
  name: operatorName.optional(),
  role: operatorRole.default('manager'),
});
/** Null takes the name away. */
export const operatorChangesBody = z
  .object({ name: operatorName.nullable().optional(), role: operatorRole.optional() })
  .refine(({ name, role }) => name !== undefined || role !== undefined, 'must change the name or the role');
export const operatorPasswordBody = z.object({ password });

/** Without `redirectOrigins` those that are there stay. */
export const paymentAccountBody = newPaymentAccount.extend({ mode });
export type PaymentAccountBody = z.infer<typeof paymentAccountBody>;
export const paymentAccountQuery = z.object({ mode });

export const ROOT_TOKEN_NAME = 'root';

/** What a named token may. Tokens themselves are made and revoked by the root token alone. */
export const adminScope = z.enum(['read', 'tenants', 'keys', 'operators', 'recovery']);
export type AdminScope = z.infer<typeof adminScope>;

/** A token without `scopes` has them all. */
export const adminTokenBody = z.object({
  name: text({ min: 1, max: 60 }).refine(
    (name) => name !== ROOT_TOKEN_NAME,
    'must not be the name of the root token',
  ),
  scopes: z.array(adminScope).min(1).max(20).optional(),
  expiresAt: instant.nullish(),
});

export const fxRatesBody = z.object({ rates: fxRateList });
export type FxRatesBody = z.infer<typeof fxRatesBody>;

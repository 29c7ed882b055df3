import { processSettings } from '@lodging/kit-runtime';
import { z } from 'zod';
import { settings as channelsSettings } from '../../../services/channels/src/settings.ts';
import { settings as gatewaySettings } from '../../../services/gateway/src/settings.ts';
import { settings as inventorySettings } from '../../../services/inventory/src/settings.ts';
import { settings as notificationsSettings } from '../../../services/notifications/src/settings.ts';
import { settings as paymentsSettings } from '../../../services/payments/src/settings.ts';
import { settings as reservationsSettings } from '../../../services/reservations/src/settings.ts';
import type { ServiceName } from '../rendered-files.ts';

const SCHEMAS: Record<ServiceName, z.ZodObject> = {
  gateway: gatewaySettings,
  inventory: inventorySettings,
  reservations: reservationsSettings,
  payments: paymentsSettings,
  channels: channelsSettings,
  notifications: notificationsSettings,
};

export interface KnownSetting {
  readonly required: boolean;
  readonly secret: boolean;
  /** The error of an invalid value. */
  problemOf(value: string): string | undefined;
}

export function settingsOf(service: string): Map<string, KnownSetting> {
  const schema = Object.entries(SCHEMAS).find(([name]) => name === service)?.[1];
  if (schema === undefined) throw new Error(`${service} has no settings`);
  const known = Object.entries({ ...processSettings, ...schema.shape });
  return new Map(known.map(([name, setting]) => [name, describe(setting)]));
}

function describe(setting: unknown): KnownSetting {
  if (!(setting instanceof z.ZodType)) throw new Error('a setting that is no schema');
  return {
    required: !setting.safeParse(undefined).success,
    secret: isSecret(setting),
    problemOf: (value) => setting.safeParse(value).error?.issues[0]?.message,
  };
}

/** `optional()` and `default()` wrap the schema that has the mark. */
function isSecret(setting: z.ZodType): boolean {
  for (let current: unknown = setting; current instanceof z.ZodType;) {
    if (current.meta()?.['secret'] === true) return true;
    current = Object(current.def).innerType;
  }
  return false;
}

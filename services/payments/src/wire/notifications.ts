import type { ParkedNotification as Wire } from '@lodging/contract-payments';
import { instantText } from '@lodging/kernel';
import type { ParkedNotification } from '../ports/notifications.ts';

export function parkedNotificationToWire({ parkedAt, ...others }: ParkedNotification): Wire {
  return { ...others, parkedAt: instantText(parkedAt) };
}

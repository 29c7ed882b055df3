import type { webhookDelivery } from '@lodging/contract-notifications';
import { instantText, instantTextOrNull } from '@lodging/kernel';
import type { ListPosition, RowPage } from '@lodging/kernel';
import { endPage } from '@lodging/kit-messaging';
import type { z } from 'zod';
import type { Delivery } from '../domain/deliveries/delivery.ts';

export function deliveryToWire(delivery: Delivery): z.input<typeof webhookDelivery> {
  const { nextAttemptAt, createdAt, ...rest } = delivery;
  return { ...rest, nextAttemptAt: instantTextOrNull(nextAttemptAt), createdAt: instantText(createdAt) };
}

export function deliveryPageToWire(page: RowPage<Delivery>) {
  const { items, last } = endPage(page, deliveryToWire);
  return { deliveries: items, nextAfter: last === undefined ? null : positionToWire(last) };
}

/** With microseconds, as the order of the list has them. */
function positionToWire({ id, createdAt }: Delivery): ListPosition {
  return { createdAt: createdAt.toString({ smallestUnit: 'microsecond' }), id };
}

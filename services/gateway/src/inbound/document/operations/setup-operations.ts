import { calendar } from '@lodging/contract-inventory';
import { resourcePage, roomTypePage } from '@lodging/contract-public';
import type { OperationDocs } from './operation-docs.ts';

export const setupOperations: Readonly<Record<string, OperationDocs>> = {
  'GET /v1/resources': {
    operationId: 'listResources',
    tag: 'Setup',
    summary: 'List resources',
    description: 'In the order in which they were made, each with its room type and all its rate plans.',
    response: resourcePage,
  },
  'POST /v1/resources': {
    operationId: 'createResource',
    tag: 'Setup',
    summary: 'Add a resource',
    description:
      'A lodging kind (`hotel_room`, `apartment`, `villa`) needs `roomTypeId`; `generic` takes none. `units` is how many ' +
      'identical units the resource stands for. Kind and currency never change. An unknown room type is ' +
      '`room_type_not_found`.',
  },
  'GET /v1/resources/{id}': {
    operationId: 'readResource',
    tag: 'Setup',
    summary: 'Read a resource',
    description: '`roomType` is null and `ratePlans` is empty for a generic resource.',
  },
  'PATCH /v1/resources/{id}': {
    operationId: 'updateResource',
    tag: 'Setup',
    summary: 'Change a resource',
    description: 'Fields that are not sent keep their value. Stays that were sold stay as they are.',
  },
  'GET /v1/resources/{id}/calendar': {
    operationId: 'readCalendar',
    tag: 'Availability',
    summary: 'A resource’s nights, one by one',
    description:
      'At most 366 nights. A night is `unavailable` when no unit is free or every enabled plan is stop-sold. ' +
      '`restrictions` is the most open reading over the enabled plans, with effective minimum and maximum; ' +
      '`priceHintMinorUnits` the lowest nightly amount over the plans that sell the night, reserved ones included, or ' +
      'null. The ETag changes when, and only when, the body would.',
    response: calendar,
    etag: true,
  },
  'GET /v1/room-types': {
    operationId: 'listRoomTypes',
    tag: 'Setup',
    summary: 'List room types',
    description: 'Room types belong to the tenant and are shared by resources.',
    response: roomTypePage,
  },
  'POST /v1/room-types': {
    operationId: 'createRoomType',
    tag: 'Setup',
    summary: 'Add a room type',
    description: 'The `code` is unique within the tenant; a second one is `code_taken`.',
  },
  'GET /v1/resources/{id}/rates': {
    operationId: 'readRates',
    tag: 'Rates',
    summary: 'Read the rate plans, and nightly rates',
    description:
      'Every rate plan of the resource. With `from` and `to` (both, at most 366 nights) it adds `nightlyRates`: the ' +
      'date’s own rate (`override`) or the plan’s base amount (`base`).',
  },
  'PUT /v1/resources/{id}/rates': {
    operationId: 'putRates',
    tag: 'Rates',
    summary: 'Add or change rate plans',
    description:
      'Upserts by `code`; plans that are not named stay, and so do fields that are not sent. A plan’s currency is the ' +
      'resource’s, else `validation_failed`. Answers every plan of the resource.',
  },
  'POST /v1/rates/bulk': {
    operationId: 'setBulkRates',
    tag: 'Rates',
    summary: 'Set rates and restrictions of many resources at once',
    description:
      'A nightly rate, a restriction or both, over at most 366 dates (`to` exclusive), optionally on some weekdays only ' +
      '(1 is Monday), for the listed resources of the room type, or all of them: everything or nothing. A listed ' +
      'resource that does not exist is `resource_not_found`; one of another room type or without the plan is ' +
      '`unknown_rate_plan_code`. `updatedNights` is the sum over the resources. The next read shows it.',
  },
  'GET /v1/resources/{id}/pricing': {
    operationId: 'readPricing',
    tag: 'Rates',
    summary: 'Read the prices',
    description: 'One entry per plan that has prices; `ratePlanCode` is null for a generic resource.',
  },
  'PUT /v1/resources/{id}/pricing': {
    operationId: 'putPricing',
    tag: 'Rates',
    summary: 'Set the prices',
    description:
      'Replaces the whole entry of every plan it names. A night costs round_half_up(base × weekday × season), factors ' +
      'in basis points; lead time and length of stay adjust the subtotal. Seasons of one plan, and tiers, may not ' +
      'overlap. A body may have 1 MiB.',
  },
  'GET /v1/resources/{id}/restrictions': {
    operationId: 'readRestrictions',
    tag: 'Rates',
    summary: 'Read the restrictions',
    description: 'Empty for a resource without a room type.',
  },
  'PUT /v1/resources/{id}/restrictions': {
    operationId: 'putRestrictions',
    tag: 'Rates',
    summary: 'Set the restrictions',
    description:
      'Replaces the whole list of every plan that the entries name; the others keep theirs, and an empty list changes ' +
      'nothing. `from` to `to` covers local dates, `to` exclusive, like a stay. Of entries that overlap the later one ' +
      'wins. Answers every restriction of the resource. A body may have 1 MiB.',
  },
};

import type { RatePlan, ResourceKind, RoomType } from '../domain/resource.ts';
import type { ResourceRecord } from '../use-cases/ports.ts';

const ROOM_TYPE = `(
  SELECT json_build_object('id', t.id, 'code', t.code, 'name', t.name, 'maxOccupancy', t.max_occupancy,
    'maxAdults', t.max_adults, 'maxChildren', t.max_children)
  FROM room_types t WHERE t.tenant_id = r.tenant_id AND t.id = r.room_type_id)`;

const PLAN_FIELDS = `'id', p.id, 'code', p.code, 'name', p.name, 'isRefundable', p.is_refundable,
  'minStayNights', p.min_stay_nights, 'maxStayNights', p.max_stay_nights, 'closedToArrival', p.closed_to_arrival,
  'closedToDeparture', p.closed_to_departure, 'enabled', p.enabled`;

/** `more` are further fields of each plan `p`. */
function plans(more = ''): string {
  return `coalesce((
    SELECT json_agg(json_build_object(${PLAN_FIELDS} ${more}) ORDER BY p.position)
    FROM rate_plans p WHERE p.tenant_id = r.tenant_id AND p.resource_id = r.id), '[]')`;
}

/** Money as text: a number of JSON is a float to whoever parses it. */
function pricing(where: string): string {
  return `(
    SELECT json_build_object('baseAmountMinorUnits', g.base_amount_minor_units::text,
      'dayOfWeekMultipliersBps', g.day_of_week_multipliers_bps, 'seasons', g.seasons,
      'leadTimeTiers', g.lead_time_tiers, 'lengthOfStayTiers', g.length_of_stay_tiers)
    FROM pricing g WHERE g.tenant_id = r.tenant_id AND g.resource_id = r.id AND ${where})`;
}

const RESTRICTIONS = `coalesce((
  SELECT json_agg(json_build_object('from', x.from_date, 'to', x.to_date, 'stopSell', x.stop_sell,
    'minStayNights', x.min_stay_nights, 'maxStayNights', x.max_stay_nights,
    'closedToArrival', x.closed_to_arrival, 'closedToDeparture', x.closed_to_departure) ORDER BY x.position)
  FROM restrictions x WHERE x.tenant_id = r.tenant_id AND x.resource_id = r.id AND x.rate_plan_id = p.id), '[]')`;

const PLAN_PRICING = `, 'pricing', ${pricing('g.rate_plan_id = p.id')}`;

/** What a resource's owner sees. */
export const RECORD = `
  SELECT r.id, r.kind, r.name, r.slug, r.capacity, r.currency, r.timezone, r.units, r.photo_urls,
    ${ROOM_TYPE} AS room_type, ${plans()} AS plans,
    to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at
  FROM resources r`;

/** Values: tenant, resource. */
export const RECORD_BY_ID = `${RECORD} WHERE r.tenant_id = $1 AND r.id = $2`;

/** What a stay is judged by. */
export const CONFIG = `
  SELECT r.id, r.kind, r.capacity, r.currency, r.timezone, r.units, r.config_version,
    ${ROOM_TYPE} AS room_type, ${plans(`, 'restrictions', ${RESTRICTIONS} ${PLAN_PRICING}`)} AS plans,
    ${pricing('g.rate_plan_id IS NULL')} AS pricing
  FROM resources r`;

/** The plans of a resource with their prices, and its own where it is generic. */
export const PRICES = `
  SELECT ${plans(PLAN_PRICING)} AS plans, ${pricing('g.rate_plan_id IS NULL')} AS pricing FROM resources r`;

export interface RecordRow {
  readonly id: string;
  readonly kind: ResourceKind;
  readonly name: string;
  readonly slug: string;
  readonly capacity: number;
  readonly currency: string;
  readonly timezone: string;
  readonly units: number;
  readonly photo_urls: string[];
  readonly room_type: RoomType | null;
  readonly plans: readonly RatePlan[];
  readonly created_at: string;
}

export function readRecord(row: RecordRow): ResourceRecord {
  const { photo_urls: photoUrls, room_type: roomType, plans: ratePlans, created_at: _, ...fields } = row;
  return { ...fields, photoUrls, roomType, ratePlans };
}

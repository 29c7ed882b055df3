import { blockRoutes } from './block-routes.ts';
import { bookingMoneyRoutes } from './booking-money-routes.ts';
import { bookingRoutes } from './booking-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { guestRoutes } from './guest-routes.ts';
import { manageChangeRoutes } from './manage/manage-change-routes.ts';
import { manageRoutes } from './manage/manage-routes.ts';
import { metricsRoutes } from './metrics-routes.ts';
import { changeRoutes } from './change-routes.ts';
import { consoleSessionRoutes } from '../../console/console-session-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { feedRoutes } from './feed-routes.ts';
import { occupancyRoutes } from './occupancy-routes.ts';
import { policyRoutes } from './policy-routes.ts';
import type { PublicRoute } from '../public-route.ts';
import { rateRoutes } from './rate-routes.ts';
import { searchRoutes } from './search-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { setupRoutes } from './setup-routes.ts';
import { stayRoutes } from './stay-routes.ts';
import { taxRoutes } from './tax-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

export const publicRoutes: readonly PublicRoute[] = [
  ...stayRoutes,
  ...searchRoutes,
  ...bookingRoutes,
  ...changeRoutes,
  ...guestRoutes,
  ...manageRoutes,
  ...manageChangeRoutes,
  ...metricsRoutes,
  ...bookingMoneyRoutes,
  ...setupRoutes,
  ...rateRoutes,
  ...taxRoutes,
  ...policyRoutes,
  ...blockRoutes,
  ...occupancyRoutes,
  ...feedRoutes,
  ...channelRoutes,
  ...webhookRoutes,
  ...mailRoutes,
  ...sessionRoutes,
  ...consoleSessionRoutes,
];

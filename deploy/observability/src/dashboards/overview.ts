import type { Dashboard } from './dashboard.ts';
import { above, bars, below, figure, lines, logLines, table } from './panel.ts';

const EDGE = 'service_name="gateway"';

export const overview: Dashboard = {
  uid: 'lodging-overview',
  title: 'Lodging: overview',
  description: 'Objectives, traffic, failures and the booking funnel.',
  variables: [],
  rows: [
    {
      title: 'Objectives',
      panels: [
        bars(
          'Error budget left, 30 days',
          'percentunit',
          'The remaining error budget of each objective. At 0 the objective is missed; below 25 %, postpone risky rollouts.',
          [
            [
              '1 - lodging:objective_bad:ratio_rate30d / on (objective) (1 - lodging:objective:ratio)',
              '{{objective}}',
            ],
          ],
          { width: 12, height: 8, thresholds: below(0, 0.25), max: 1 },
        ),
        lines(
          'Burn rate, 1 h',
          'none',
          '1 spends exactly the whole budget in 30 days; 14.4 pages.',
          [
            [
              'lodging:objective_bad:ratio_rate1h / on (objective) (1 - lodging:objective:ratio)',
              '{{objective}}',
            ],
          ],
          { width: 12, thresholds: above(1, 14.4) },
        ),
        table(
          'Firing alerts',
          'none',
          'Firing alerts with their severity. Each alert has the address of its runbook.',
          [['sum by (alertname, severity, service_name) (ALERTS{alertstate="firing"})', '']],
          { width: 12, height: 6 },
        ),
        figure(
          'Services up',
          'none',
          'Of six services. Start with a missing one.',
          'count(count by (service_name) (lodging_build_info))',
          { thresholds: below(5, 6) },
        ),
        figure(
          'Dead letters',
          'none',
          'Events that no consumer could handle. Normally 0.',
          'sum(max by (service_name) (lodging_dead_letters_waiting))',
          { thresholds: above(1, 1) },
        ),
        figure(
          'Oldest event in an outbox',
          's',
          'The age of the oldest unpublished event. Alerts from one minute.',
          'max(lodging_outbox_lag_seconds)',
          { thresholds: above(5, 60), decimals: 1 },
        ),
        figure(
          'Oldest webhook due',
          's',
          'The time a due delivery has waited for its attempt.',
          'max(lodging_webhook_oldest_due_age_seconds)',
          { thresholds: above(60, 300), decimals: 1 },
        ),
        figure(
          'Oldest calendar sync',
          's',
          'Time since the oldest last successful sync.',
          'max(lodging_feed_oldest_age_seconds)',
          { thresholds: above(1800, 21600) },
        ),
        figure(
          'Open conflicts',
          'none',
          'Stays that overlap an event of an imported calendar. The operator must resolve each.',
          'max(lodging_conflicts_open)',
          { thresholds: above(1, 10) },
        ),
      ],
    },
    {
      title: 'Traffic at the gateway',
      panels: [
        lines(
          'Requests',
          'reqps',
          'Requests a second to /v1 and /admin/v1, by result.',
          [
            [
              `sum by (http_response_status_code) (rate(http_server_request_duration_seconds_count{${EDGE}}[$__rate_interval]))`,
              '{{http_response_status_code}}',
            ],
          ],
          { stacked: true },
        ),
        lines(
          'Failures (5xx)',
          'percentunit',
          'The ratio of requests with 5xx, by route. Refusals (4xx) are not failures.',
          [
            [
              `sum by (http_route) (rate(http_server_request_duration_seconds_count{${EDGE}, http_response_status_code=~"5.."}[$__rate_interval])) / sum by (http_route) (rate(http_server_request_duration_seconds_count{${EDGE}}[$__rate_interval]))`,
              '{{http_route}}',
            ],
          ],
          { thresholds: above(0.001, 0.01) },
        ),
        lines(
          'Slowest routes, 95th percentile',
          's',
          'The ten slowest routes. Objectives (99th percentile): availability 250 ms, hold 1 s, confirmation 2.5 s.',
          [
            [
              `topk(10, histogram_quantile(0.95, sum by (le, http_route) (rate(http_server_request_duration_seconds_bucket{${EDGE}}[$__rate_interval]))))`,
              '{{http_route}}',
            ],
          ],
        ),
        lines(
          'Limits',
          'reqps',
          'Requests over their limit, and requests that a gateway counts locally while Redis is slow or unavailable.',
          [
            [
              'sum by (lodging_outcome, lodging_caller_kind) (rate(lodging_rate_limit_decisions_total{lodging_outcome!="allowed"}[$__rate_interval]))',
              '{{lodging_outcome}} {{lodging_caller_kind}}',
            ],
          ],
        ),
        lines(
          'Authentication failures',
          'reqps',
          'Requests without a valid key, by reason. A burst of unknown keys suggests an attack.',
          [
            [
              'sum by (lodging_reason) (rate(lodging_authentication_failures_total[$__rate_interval]))',
              '{{lodging_reason}}',
            ],
          ],
        ),
        lines(
          'Idempotent replays',
          'ops',
          'Retries with the same Idempotency-Key that received the first response. Many at once: a client does not receive responses.',
          [
            [
              'sum by (rpc_method) (rate(lodging_idempotent_replays_total[$__rate_interval]))',
              '{{rpc_method}}',
            ],
          ],
        ),
      ],
    },
    {
      title: 'From search to stay',
      panels: [
        bars(
          'Funnel of the last hour',
          'none',
          'The number of each step in the last hour; not the same guests.',
          [
            [
              'sum(increase(http_server_request_duration_seconds_count{service_name="gateway", http_route="/v1/availability"}[1h]))',
              '1 availability asked',
            ],
            ['sum(increase(lodging_quotes_created_total[1h]))', '2 quoted'],
            ['sum(increase(lodging_holds_created_total[1h]))', '3 held'],
            ['sum(increase(lodging_guest_codes_sent_total[1h]))', '4 code sent'],
            ['sum(increase(lodging_holds_confirmed_total[1h]))', '5 confirmed'],
          ],
          { decimals: 0 },
        ),
        lines(
          'Holds',
          'ops',
          'Holds a second, by result. Many expired and few confirmed holds: payments do not work.',
          [
            ['sum(rate(lodging_holds_created_total[$__rate_interval]))', 'created'],
            ['sum(rate(lodging_holds_confirmed_total[$__rate_interval]))', 'confirmed'],
            ['sum(rate(lodging_holds_expired_total[$__rate_interval]))', 'expired'],
            ['sum(rate(lodging_holds_cancelled_total[$__rate_interval]))', 'cancelled'],
          ],
        ),
        lines('Stays', 'ops', 'Stays confirmed and cancelled a second, by guests and by operators.', [
          ['sum(rate(lodging_stays_confirmed_total[$__rate_interval]))', 'confirmed'],
          ['sum(rate(lodging_stays_cancelled_total[$__rate_interval]))', 'cancelled'],
        ]),
        lines(
          'From hold to confirmation',
          's',
          'The time guests need. A jump means late codes or slow payments.',
          [
            [
              'histogram_quantile(0.5, sum by (le) (rate(lodging_holds_time_to_confirm_seconds_bucket[$__rate_interval])))',
              'half of them',
            ],
            [
              'histogram_quantile(0.95, sum by (le) (rate(lodging_holds_time_to_confirm_seconds_bucket[$__rate_interval])))',
              '95 %',
            ],
          ],
        ),
        lines(
          'Guest codes',
          'ops',
          'One-time codes sent, not sent, and failed attempts. A burst of locked codes suggests guessing.',
          [
            ['sum(rate(lodging_guest_codes_sent_total[$__rate_interval]))', 'sent'],
            [
              'sum by (lodging_reason) (rate(lodging_guest_codes_failed_total[$__rate_interval]))',
              'failed: {{lodging_reason}}',
            ],
            [
              'sum by (lodging_reason) (rate(lodging_guest_codes_locked_total[$__rate_interval]))',
              'refused: {{lodging_reason}}',
            ],
          ],
        ),
        lines(
          'Refused holds',
          'ops',
          'Reasons for refused claims: sold out, locked by another request, restricted.',
          [
            [
              'sum by (rpc_response_status_code) (rate(rpc_server_call_duration_seconds_count{service_name="inventory", rpc_method=~"rpc.inventory.v1.claim.*", rpc_response_status_code!="ok"}[$__rate_interval]))',
              '{{rpc_response_status_code}}',
            ],
          ],
        ),
        lines('Mails', 'ops', 'Mails handed to the mail server. A guest without a code cannot confirm.', [
          ['sum by (lodging_outcome) (rate(lodging_mails_total[$__rate_interval]))', '{{lodging_outcome}}'],
        ]),
        lines(
          'Repaired reservations',
          'ops',
          'Incomplete reservations after a crash, undone by the sweeper. Rare.',
          [['sum(rate(lodging_reservations_repaired_total[$__rate_interval]))', 'undone']],
        ),
        lines(
          'Waiting for a resource',
          's',
          'The wait for the lock of a resource that other requests claim. After 2 s the response is resource_locked.',
          [
            [
              'histogram_quantile(0.95, sum by (le) (rate(lodging_claims_lock_wait_seconds_bucket[$__rate_interval])))',
              '95 %',
            ],
          ],
        ),
      ],
    },
    {
      title: 'Logs',
      panels: [
        logLines(
          'Errors',
          'Log lines of the six services at level error and above.',
          '{service_namespace="lodging"} | detected_level=~"error|fatal"',
        ),
      ],
    },
  ],
};

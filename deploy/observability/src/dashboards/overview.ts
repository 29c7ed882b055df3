import type { Dashboard } from './dashboard.ts';
import { above, bars, below, figure, lines, logLines, table } from './panel.ts';

const EDGE = 'service_name="gateway"';

export const overview: Dashboard = {
  uid: 'lodging-overview',
  title: 'Lodging: overview',
  description: 'Are the promises kept? What comes in, what fails, and how far guests get.',
  variables: [],
  rows: [
    {
      title: 'Promises',
      panels: [
        bars(
          'Budget left of 30 days',
          'percentunit',
          'What remains of each objective’s error budget. At 0 the objective is missed; below 25 % nothing risky is rolled out.',
          [
            [
              '1 - lodging:objective_bad:ratio_rate30d / on (objective) (1 - lodging:objective:ratio)',
              '{{objective}}',
            ],
          ],
          { width: 12, height: 8, thresholds: below(0, 0.25), max: 1 },
        ),
        lines(
          'Budget burn, one hour',
          'none',
          'How many times faster than allowed each budget is spent. 14.4 calls somebody; 1 would spend exactly all of it.',
          [
            [
              'lodging:objective_bad:ratio_rate1h / on (objective) (1 - lodging:objective:ratio)',
              '{{objective}}',
            ],
          ],
          { width: 12, thresholds: above(1, 14.4) },
        ),
        table(
          'Firing now',
          'none',
          'Every alert that fires, with its severity. Its runbook address is in the alert itself.',
          [['sum by (alertname, severity, service_name) (ALERTS{alertstate="firing"})', '']],
          { width: 12, height: 6 },
        ),
        figure(
          'Services seen',
          'none',
          'Of six. One that is missing is the first thing to look at.',
          'count(count by (service_name) (lodging_build_info))',
          { thresholds: below(5, 6) },
        ),
        figure(
          'Dead letters',
          'none',
          'Events nobody could act on. Always 0 on a good day.',
          'sum(max by (service_name) (lodging_dead_letters_waiting))',
          { thresholds: above(1, 1) },
        ),
        figure(
          'Oldest event in an outbox',
          's',
          'How long the slowest event waits to be published. A minute is an alert.',
          'max(lodging_outbox_lag_seconds)',
          { thresholds: above(5, 60), decimals: 1 },
        ),
        figure(
          'Oldest webhook due',
          's',
          'How long a delivery that is due waits for its try.',
          'max(lodging_webhook_oldest_due_age_seconds)',
          { thresholds: above(60, 300), decimals: 1 },
        ),
        figure(
          'Oldest calendar',
          's',
          'How long ago the calendar that waited longest was read well.',
          'max(lodging_feed_oldest_age_seconds)',
          { thresholds: above(1800, 21600) },
        ),
        figure(
          'Open conflicts',
          'none',
          'Stays that a calendar elsewhere says are sold there too. Each wants its operator.',
          'max(lodging_conflicts_open)',
          { thresholds: above(1, 10) },
        ),
      ],
    },
    {
      title: 'Traffic at the door',
      panels: [
        lines(
          'Requests',
          'reqps',
          'Requests a second to /v1 and /admin/v1, by what became of them.',
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
          'The share of requests that fail on our side, by route. Refusals (4xx) are answers, not failures.',
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
          'The ten slowest routes. Availability promises 250 ms, a hold 1 s, a confirmation 2.5 s (99th percentile).',
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
          'Requests over their limit, and those that each gateway counts alone while Redis is late or away.',
          [
            [
              'sum by (lodging_outcome, lodging_caller_kind) (rate(lodging_rate_limit_decisions_total{lodging_outcome!="allowed"}[$__rate_interval]))',
              '{{lodging_outcome}} {{lodging_caller_kind}}',
            ],
          ],
        ),
        lines(
          'Not let in',
          'reqps',
          'Requests without a key that opens the door, by why. A burst of unknown ones is somebody trying.',
          [
            [
              'sum by (lodging_reason) (rate(lodging_authentication_failures_total[$__rate_interval]))',
              '{{lodging_reason}}',
            ],
          ],
        ),
        lines(
          'Answered again',
          'ops',
          'Requests that were repeated under their Idempotency-Key and got the first answer. Many at once: a client that hears no answers.',
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
      title: 'From a question to a stay',
      panels: [
        bars(
          'Funnel of the last hour',
          'none',
          'How many got how far. The steps are of one hour, not of the same guests.',
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
          'Holds a second, by how they go on. Many expired ones with few confirmed: paying does not work.',
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
          'How long guests take. A jump says that codes come late or that paying is slow.',
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
          'Guests’ codes',
          'ops',
          'One-time codes sent, not sent, and tries that failed. Locked ones in a burst are somebody guessing.',
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
          'Why inventory says no to a claim: taken already, locked by another request, restricted.',
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
          'Reservations that a crash left half made and the sweeper undid. Rare.',
          [['sum(rate(lodging_reservations_repaired_total[$__rate_interval]))', 'undone']],
        ),
        lines(
          'Waiting for a resource',
          's',
          'How long requests waited for their turn at a resource that others were claiming. At 2 s they are told resource_locked.',
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
          'What the six services say at level error and above.',
          '{service_namespace="lodging"} | detected_level=~"error|fatal"',
        ),
      ],
    },
  ],
};

# The functions that the guides use. Source it in bash, in the repository, while `npm start` runs.

[ -e "${LODGING_HOME:-.lodging}/demo.json" ] || { echo 'Nothing runs here: begin with npm start in another terminal.' >&2; return 1; }

# A value of the running stack (addresses, keys), and a field of the JSON that comes in.
demo()  { node -p "JSON.parse(require('fs').readFileSync('${LODGING_HOME:-.lodging}/demo.json')).$1"; }
field() { node -p "JSON.parse(require('fs').readFileSync(0)).$1"; }
uuid()  { node -p 'crypto.randomUUID()'; }

# day N: the date N days from today, the same on Linux and a Mac.
day() { node -p "new Date(Date.now() + $1 * 864e5).toISOString().slice(0, 10)"; }

# wait_for COMMAND…: until it succeeds, for 20 seconds.
wait_for() {
  local tries
  for tries in $(seq 100); do "$@" && return; sleep 0.2; done
  echo "still not after $tries tries: $*" >&2
  return 1
}

# api METHOD PATH [BODY] [more arguments of curl]: a request with the secret key in $KEY.
api() {
  local method="$1" url path="$2" body="${3:-}"; shift "$(( $# < 3 ? $# : 3 ))"
  url="$(demo gatewayUrl)/v1$path"
  curl -sS --fail-with-body -X "$method" "$url" -H "Authorization: Bearer $KEY" ${body:+-H 'Content-Type: application/json' -d "$body"} "$@"
}

# admin METHOD PATH [BODY]: a request of the platform operator.
admin() {
  curl -sS --fail-with-body -X "$1" "$(demo adminUrl)/admin/v1$2" -H "Authorization: Bearer $(demo adminToken)" \
    ${3:+-H 'Content-Type: application/json' -d "$3"}
}

# A tenant of your own with one room for two at 100.00 EUR: sets TENANT, KEY, ROOM and PLAN.
own_tenant() {
  local name type; name="guide-$(uuid | cut -c 1-8)"
  TENANT="$(admin POST /tenants "{\"name\":\"$name\",\"slug\":\"$name\"}" | field id)"
  KEY="$(admin POST "/tenants/$TENANT/api-keys" '{"kind":"secret","mode":"live"}' | field key)"
  type="$(api POST /room-types '{"code":"DBL","name":"Double","maxOccupancy":2,"maxAdults":2,"maxChildren":1}' | field id)"
  ROOM="$(api POST /resources "{\"kind\":\"hotel_room\",\"name\":\"Room 1\",\"slug\":\"room-1\",\"capacity\":2,\"currency\":\"EUR\",\"timezone\":\"Europe/Vienna\",\"roomTypeId\":\"$type\"}" | field id)"
  PLAN="$(api PUT "/resources/$ROOM/rates" '{"ratePlans":[{"code":"FLEX","name":"Flexible","currency":"EUR"}]}' | field 'ratePlans[0].id')"
  api PUT "/resources/$ROOM/pricing" '{"pricing":[{"ratePlanCode":"FLEX","baseAmountMinorUnits":"10000"}]}' > /dev/null
}

# book FROM TO: an offline booking of the room, by its local dates. Prints the booking.
book() {
  api POST /bookings "{\"resourceId\":\"$ROOM\",\"ratePlanId\":\"$PLAN\",\"from\":\"$1T15:00:00Z\",\"to\":\"$2T10:00:00Z\",\"partySize\":2,\"guestEmail\":\"ada@example.com\",\"paidOffline\":true}" \
    -H "Idempotency-Key: $(uuid)" | node -p 'JSON.stringify(JSON.parse(require("fs").readFileSync(0)).booking)'
}

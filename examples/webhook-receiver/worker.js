import { Webhook } from "standardwebhooks";

/** What to do with an event. Respond quickly: put long work into a queue. */
async function handle(event) {
  console.log(`${event.type} of ${event.related?.url ?? event.id}`);
}

export default {
  async fetch(request, env) {
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { Allow: "POST" } });
    // The signature is of the bytes as they came: verify before you parse.
    const body = await request.text();
    let event;
    try {
      event = new Webhook(env.WEBHOOK_SECRET).verify(body, Object.fromEntries(request.headers));
    } catch {
      return new Response(null, { status: 401 });
    }
    await handle(event);
    return new Response(null, { status: 204 });
  },
};

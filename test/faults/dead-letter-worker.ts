import type { Env } from "../../src/env.ts";
import worker from "./worker.ts";

/** The Worker itself with the faults of worker.ts, which also consumes the dead-letter queues and records their messages. */
export default {
  ...worker,
  async queue(batch, env) {
    if (!batch.queue.endsWith("-dead")) return worker.queue(batch, env);
    const insert = env.DB.prepare("INSERT INTO dead_letters VALUES (?1, ?2)");
    await env.DB.batch(batch.messages.map(({ body }) => insert.bind(batch.queue, JSON.stringify(body))));
  },
} satisfies ExportedHandler<Env>;

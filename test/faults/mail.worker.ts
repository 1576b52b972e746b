import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";

/** The Worker itself, whose mail goes to the server at MAIL_SINK: it is accepted once the server has answered. */
export default {
  ...worker,
  async scheduled(controller, env: Env & { MAIL_SINK: string }) {
    const email = {
      async send(mail: object) {
        const { ok } = await fetch(env.MAIL_SINK, { method: "POST", body: JSON.stringify(mail) });
        if (!ok) throw Object.assign(new Error("not accepted"), { code: "E_INTERNAL_SERVER_ERROR" });
        return { messageId: crypto.randomUUID() };
      },
    };
    await worker.scheduled(controller, { ...env, EMAIL: email as SendEmail });
  },
} satisfies ExportedHandler<Env & { MAIL_SINK: string }>;

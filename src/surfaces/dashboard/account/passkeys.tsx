import type { Session } from "../../../features/sign-in/identity.ts";
import {
  addPasskey,
  credentialIdsOf,
  getPasskey,
  newChallenge,
  type Passkey,
  removePasskey,
  renamePasskey,
} from "../../../features/sign-in/passkey.ts";

import { newToken } from "../../../ground/core/ids.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { jsonResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import { oneText } from "../layout/forms.ts";
import { PlainPage } from "../layout/layout.tsx";

/** The path of a person's own passkeys and sessions. */
export const PATH = "/dashboard/account";

/** The session of the browser. This part of the dashboard is only for people with one. */
export const sessionOf = (c: DashboardContext): Session => {
  const { session } = c.var;
  if (!session) throw new Error("requireSession comes before every screen of the account");
  return session;
};

/** What a browser needs to make a passkey that can be found without a name, and whose user is verified. */
export async function creationOptions(c: DashboardContext): Promise<Response> {
  const session = sessionOf(c);
  const { dependencies } = c.var;
  const [challenge, known] = await Promise.all([
    newChallenge(session, dependencies),
    credentialIdsOf(session, dependencies),
  ]);
  return jsonResponse({
    challenge,
    rp: { id: new URL(dependencies.origins.api).hostname, name: "shoppable-links" },
    // Random, as a user handle must say nothing about its user: https://www.w3.org/TR/webauthn-3/#user-handle
    user: { id: newToken(), name: session.email, displayName: session.email },
    pubKeyCredParams: [-7, -257].map((alg) => ({ type: "public-key", alg })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    excludeCredentials: known.map((id) => ({ type: "public-key", id })),
    attestation: "none",
  });
}

const passkeyId = (c: DashboardContext): { id: string } => ({ id: c.req.param("passkey") ?? "" });
const loadPasskey = (c: DashboardContext): Promise<Passkey> =>
  getPasskey(sessionOf(c), passkeyId(c), c.var.dependencies);

/** Adds the passkey that a browser made. */
export const newPasskey = formScreen({
  fields: { credential: oneText, name: oneText },
  load: () => null,
  page: (_c, _, _values, problems) => (
    <PlainPage title="The passkey was not added">
      <p>{problems.fields.get("passkey") ?? problems.form ?? [...problems.fields.values()].join(" ")}</p>
      <LinkButton href={PATH}>Back</LinkButton>
    </PlainPage>
  ),
  async save(c, { credential, name }) {
    await addPasskey(
      sessionOf(c),
      { credential, name, origin: c.var.dependencies.origins.api },
      c.var.dependencies,
    );
    return seeOther(`${PATH}?done=added`);
  },
});

/** Renames a passkey. */
export const renaming = formScreen({
  fields: { name: oneText },
  load: loadPasskey,
  initial: ({ name }) => ({ name }),
  page: (c, _, values, problems) => (
    <PlainPage title="Rename a passkey">
      <Form action={c.req.path} problem={problems.form}>
        <TextField
          name="name"
          label="Name"
          value={values.text("name")}
          error={problems.fields.get("name")}
          maxLength={80}
          autofocus
          required
        />
        <Actions>
          <Button>Save</Button>
          <LinkButton href={PATH}>Cancel</LinkButton>
        </Actions>
      </Form>
    </PlainPage>
  ),
  async save(c, { name }) {
    await renamePasskey(sessionOf(c), { ...passkeyId(c), name }, c.var.dependencies);
    return seeOther(`${PATH}?done=renamed`);
  },
});

/** Removes a passkey after confirmation. */
export const removal = formScreen({
  load: loadPasskey,
  page: (c, { name }) => (
    <PlainPage title="Remove a passkey?">
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{" "}
        signs nobody in any more. Devices where you are signed in stay so.
      </p>
      <Form action={c.req.path}>
        <Actions>
          <Button emphasis="danger">Remove the passkey</Button>
          <LinkButton href={PATH}>Keep it</LinkButton>
        </Actions>
      </Form>
    </PlainPage>
  ),
  async save(c) {
    await removePasskey(sessionOf(c), passkeyId(c), c.var.dependencies);
    return seeOther(`${PATH}?done=removed`);
  },
});

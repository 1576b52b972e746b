import { mailerOf } from "../../../features/sign-in/address-mailer.ts";
import { ADDRESS_MINUTES } from "../../../features/sign-in/one-time-address.ts";
import { Actions, Button, Form, Hidden } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { oneText, queryReader } from "../layout/forms.ts";
import { PlainPage } from "../layout/layout.tsx";

const doneQuery = queryReader({ done: oneText });

/** The page with the ways to sign in. `next` is the screen that follows. */
export const signInPage = (c: DashboardContext, next: string, problem?: string): Promise<Response> =>
  pageResponse(
    <PlainPage title="Sign in" scripts={["passkey"]}>
      <div class="sheet">
        {doneQuery(c).done === "signed-out" && !problem && (
          <Notice kind="done">You are signed out on this device.</Notice>
        )}
        {problem && (
          <Notice kind="problem" focus>
            {problem}
          </Notice>
        )}
        <form
          class="form sign-in"
          method="post"
          action="/dashboard/sign-in/passkey"
          data-passkey="get"
          data-challenge="/dashboard/sign-in/challenge"
          hidden
        >
          <Hidden values={{ credential: "", next }} />
          <Actions>
            <Button>Sign in with a passkey</Button>
          </Actions>
          <p class="problem" role="status" />
        </form>
        <p class="quiet" data-without-passkeys>
          This browser can't use passkeys
          {mailerOf(c.var.dependencies) === null ? "" : ": use a mailed address"}.
        </p>
        <hr />
        {mailerOf(c.var.dependencies) === null ? <WithoutMail /> : <MailForm />}
      </div>
    </PlainPage>,
    problem === undefined ? 200 : 403,
  );

const MailForm = () => (
  <Form action="/dashboard/sign-in/mail">
    <TextField
      name="email"
      type="email"
      label="No passkey here yet?"
      hint={`We mail you an address that signs you in once, within ${ADDRESS_MINUTES} minutes.`}
      placeholder="ada@example.com"
      autocomplete="email"
      required
    />
    <Actions>
      <Button emphasis="plain">Send me an address</Button>
    </Actions>
  </Form>
);

const WithoutMail = () => (
  <>
    <p>
      <strong>No passkey here yet?</strong> Ask an owner of your organization: under Members they make an
      address that signs you in once.
    </p>
    <p class="hint">
      For the operator: <code>npm run members -- sign-in --email ADDRESS</code> makes one, and{" "}
      <code>docs/sign-in.md</code> says how to have them mailed.
    </p>
  </>
);

/** The same for members and for everybody else. */
export const AskedPage = () => (
  <PlainPage title="Look into your mailbox">
    <p>
      If you are a member, you get a mail with an address that signs you in once. It can be used for{" "}
      {ADDRESS_MINUTES} minutes.
    </p>
    <p class="hint">
      Nothing there? Look among unwanted mail, and check that you typed the address that your colleagues
      invited. Nobody gets more than five of these mails within an hour.
    </p>
    <p>
      <a href="/dashboard/sign-in">Back</a>
    </p>
  </PlainPage>
);

/** A button, because programs that check mails open every address in them. */
export const AddressPage = ({ email, path }: { email: string; path: string }) => (
  <PlainPage title="Sign in">
    <p>
      You sign in as{" "}
      <strong>
        <bdi>{email}</bdi>
      </strong>{" "}
      on this device.
    </p>
    <Form action={path}>
      <Actions>
        <Button>Sign in</Button>
      </Actions>
    </Form>
    <p class="hint">
      Is this not you? Close this page. Somebody could see what you do here under their name.
    </p>
  </PlainPage>
);

/** The response for an address that signs nobody in. */
export const usedUp = (): Promise<Response> =>
  pageResponse(
    <PlainPage title="This address can't be used any more">
      <p>
        It signs in once, within {ADDRESS_MINUTES} minutes.{" "}
        <a href="/dashboard/sign-in">Sign in another way</a>, or ask for a new address.
      </p>
    </PlainPage>,
    410,
  );

import { APP_ADDRESSES } from "../../../features/addresses/domain-store.ts";
import { changeDomain } from "../../../features/addresses/manage-domains.ts";
import { Copyable } from "../components/facts.tsx";
import { ChoiceField, TextArea } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { oneOf, oneText } from "../layout/forms.ts";
import { domainDependencies, hostOf, loadDomain } from "./domain-forms.tsx";

const LABELS: Readonly<Record<(typeof APP_ADDRESSES)[number], { label: string; hint?: string }>> = {
  all: { label: "All links" },
  slugs: {
    label: "Links with a name of their own",
    hint: "Slugs and addresses from another service. Random addresses and GTINs stay in the browser.",
  },
  none: { label: "None", hint: "Phones notice this within a week." },
};

const lines = oneText.transform((text) => text.split(/[\r\n]+/).filter((line) => line.trim() !== ""));

/** Which apps open the links of a domain. */
export const domainApps = formPage({
  tab: "Domains",
  scripts: ["copy"],
  fields: { iosApps: lines, androidApps: lines, appAddresses: oneOf(APP_ADDRESSES) },
  load: loadDomain,
  title: ({ host }) => `Apps of ${host}`,
  initial: ({ iosApps, androidApps, appAddresses }) => ({
    iosApps: iosApps.join("\n"),
    androidApps: androidApps.join("\n"),
    appAddresses,
  }),
  intro: () => (
    <p>
      Where your app is installed, links on this domain open it. Elsewhere they open the same pages as today.
      A link that opens the app never reaches us: <strong>its visit is not counted here</strong>.
    </p>
  ),
  content: ({ field, values }) => (
    <>
      <TextArea
        {...field("iosApps")}
        label="iPhone and iPad apps"
        hint="One per line: the app ID prefix and the bundle ID, such as ABCDE12345.com.example.app."
        rows={3}
      />
      <TextArea
        {...field("androidApps")}
        label="Android apps"
        hint="One per line: the package name, a space, and the SHA-256 fingerprint of the certificate. The Play Console shows it under App signing."
        rows={4}
      />
      <ChoiceField
        {...field("appAddresses")}
        type="radio"
        label="Links that open the app"
        values={[values.text("appAddresses")]}
        options={APP_ADDRESSES.map((value) => ({ value, ...LABELS[value] }))}
      />
    </>
  ),
  button: "Save",
  back: ({ host }) => `/domains/${host}`,
  backLabel: "Back to the domain",
  messages: { saved: "The apps were saved. Phones read them when the app is installed or updated." },
  after: ({ host }) => (
    <div class="sheet narrow">
      <h2>In the app</h2>
      <Copyable id="ios-domain" label="iOS: associated domain" text={`applinks:${host}`} />
      <Copyable
        id="android-domain"
        label="Android: data of the intent filter, with android:autoVerify"
        text={`<data android:scheme="https" android:host="${host}" />`}
      />
      <h2>Try it on a phone</h2>
      <p>
        Install the app, send yourself a link in a message, and tap it: an address typed into the browser
        never opens an app, and a scanned code only if the camera hands it to the system. On an iPhone, add{" "}
        <code>?mode=developer</code> to the associated domain while you test: otherwise Apple's copy of the
        file may be a day old. On Android, <code>adb shell pm get-app-links</code> and the name of the package
        say whether the domain is verified.
      </p>
    </div>
  ),
  async save(c, { appAddresses, ...apps }) {
    const { host } = hostOf(c);
    const input = { host, ...apps, ...(appAddresses && { appAddresses }) };
    await changeDomain(c.var.workspace.actor, input, domainDependencies(c));
    return `/domains/${host}/apps?done=saved`;
  },
});

import { expect, test } from "vitest";
import { redirectedBy } from "../../src/ground/core/redirectors.ts";
import { urlProblem } from "../../src/ground/core/text.ts";

const TARGET = "https://www.walmart.com/ip/10450114?a=1&b=2";
const ENCODED = encodeURIComponent(TARGET);
const BASE64 = btoa(TARGET);

test.each([
  `https://nam10.safelinks.protection.outlook.com/?url=${ENCODED}&data=05%7C02%7Cme%40brand.example%7C&sdata=x&reserved=0`,
  `https://gcc02.safelinks.protection.outlook.com/ap/t-59584e83/?url=${ENCODED}&data=x`,
  `https://usg02.safelinks.protection.office365.us/?url=${ENCODED}&data=x`,
  `https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=${ENCODED}&locale=en-us`,
  `https://urldefense.proofpoint.com/v1/url?u=${ENCODED}&k=x&r=y`,
  "https://urldefense.proofpoint.com/v2/url?u=https-3A__www.walmart.com_ip_10450114-3Fa-3D1-26b-3D2&d=DwMFaQ&r=x&e=",
  `https://urldefense.com/v3/__${TARGET}__;!!x!y$`,
  "https://urldefense.com/v3/__https:/www.walmart.com/ip/10450114?a=1*b=2__;Jg!!x!y$",
  "https://urldefense.us/v3/__https://www.walmart.com/ip/10450114**Db=2__;P2E9MSY!!x!y$",
  `https://linkprotect.cudasvc.com/url?a=${ENCODED}&c=E,1,x&typo=1`,
  `https://secure-web.cisco.com/1aB-_c/${ENCODED}`,
  `http://secure-web.cisco.com/1aB-_c/${TARGET}`,
  `https://protect.checkpoint.com/v2/___${TARGET}___.YXAxOmNvbXBhbnk`,
  `https://url.avanan.click/v2/r01/___${TARGET}___.YXAx`,
  `https://protect2.fireeye.com/v1/url?k=x&q=1&e=y&u=${ENCODED}`,
  `https://clicktime.symantec.com/3abc/7Vc?u=${ENCODED}`,
  `https://us-west-2.protection.sophos.com/?d=walmart.com&u=${encodeURIComponent(BASE64)}&i=x`,
  `https://imsva91-ctp.trendmicro.com:443/wis/clicktime/v1/query?url=${ENCODED}&umid=x`,
  `https://scanmail.trustwave.com/?c=1&d=x&u=${ENCODED}`,
  `https://link.zixcentral.com/u/1/2?u=${ENCODED}`,
  `https://www.google.com/url?q=${ENCODED}&sa=D&ust=1`,
  // With both, `q` is what was searched, which may be a URL too.
  `https://www.google.com/url?sa=t&q=${encodeURIComponent("https://searched.example/")}&url=${ENCODED}`,
  `https://www.google.co.uk/url?sa=t&url=${ENCODED}`,
  `https://google.de/url?q=${ENCODED}`,
  `https://www.bing.com/ck/a?!&&p=1&u=a1${BASE64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}&ntb=1`,
  `https://r.search.yahoo.com/_ylt=A;_ylu=B/RV=2/RE=1/RO=10/RU=${ENCODED}/RK=2/RS=x-`,
  `https://duckduckgo.com/l/?uddg=${ENCODED}&rut=x`,
  `https://l.facebook.com/l.php?u=${ENCODED}&h=AT0`,
  `https://lm.facebook.com/l.php?u=${ENCODED}&h=AT0`,
  `https://l.messenger.com/l.php?u=${ENCODED}`,
  `https://l.instagram.com/?u=${ENCODED}&e=x`,
  `https://l.threads.net/?u=${ENCODED}`,
  `https://l.wl.co/l?u=${ENCODED}`,
  `https://www.linkedin.com/redir/redirect?url=${ENCODED}&urlhash=x`,
  `https://www.linkedin.com/safety/go?url=${ENCODED}&trk=x`,
  `https://slack-redir.net/link?url=${ENCODED}`,
  `https://www.youtube.com/redirect?event=video_description&q=${ENCODED}`,
  `https://out.reddit.com/t3_1?url=${ENCODED}&token=x`,
  `https://vk.com/away.php?to=${ENCODED}`,
  // One behind another.
  `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(`https://www.google.com/url?q=${ENCODED}`)}`,
])("the target of %s is read, and a link can't store the URL", (url) => {
  expect(redirectedBy(new URL(url))?.target).toBe(TARGET);
  expect(urlProblem(url)).toContain(`use ${TARGET}`);
});

test.each([
  "https://protect-us.mimecast.com/s/s253462825?domain=walmart.com",
  "https://url.uk.m.mimecastprotect.com/s/F6rYCAW0hl6wn3CQg3QZ",
  "https://shared.outlook.inky.com/link?domain=walmart.com&t=h.eJx",
  "https://atpscan.global.hornetsecurity.com/?d=x&f=y",
  "https://www.baidu.com/link?url=abc",
  "https://nam10.safelinks.protection.outlook.com/?data=x",
  "https://nam10.safelinks.protection.outlook.com/?url=walmart",
  "https://nam10.safelinks.protection.outlook.com/?url=javascript:alert(1)",
  "https://urldefense.com/v3/__",
  "https://urldefense.proofpoint.com/v2/url?u=-ZZ",
  "https://www.bing.com/ck/a?u=a1%%",
  "https://www.google.com/url?q=/search",
  `https://l.facebook.com/l.php?u=${encodeURIComponent("https://url.uk.m.mimecastprotect.com/s/F6r")}`,
])("%s hides its target, so it is refused", (url) => {
  expect(redirectedBy(new URL(url))).toMatchObject({ target: null });
  expect(urlProblem(url)).toMatch(/^is a link of .*: open it/);
});

test.each([
  "https://www.google.com/search?q=milk",
  "https://www.google.com.evil.example/url?q=https://a.example/",
  "https://safelinks.example/?url=https://a.example/",
  "https://www.facebook.com/brand?u=https://a.example/",
  "https://www.linkedin.com/in/brand",
  "https://www.youtube.com/watch?v=1&q=https://a.example/",
  "https://goto.walmart.com/m/1/2/3?u=https://www.walmart.com/ip/1",
  "https://ad.doubleclick.net/clk;1?https://a.example/",
  "https://t.co/abc",
  "https://lnkd.in/abc",
  "https://duckduckgo.com/?q=milk",
])("%s is no redirect of a scanner or a search page", (url) => {
  expect(redirectedBy(new URL(url))).toBeUndefined();
  expect(urlProblem(url)).toBeUndefined();
});

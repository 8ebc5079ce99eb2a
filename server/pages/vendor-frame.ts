import { escapeAttribute } from 'entities/escape';
import type { VendorScript } from '#contract/site-embeds.ts';
import { changeDirection } from '#shared/change-direction.ts';
import { startPoll } from '#shared/poll.ts';
import { CASH_BID_POLL, prepareBids } from '#shared/prepare-bids.ts';
import { runVendorFrame, watchVendorFrame } from '#shared/vendor-frame.ts';
import { safeJson } from './document.ts';

/** Script of the page of cash bids if a vendor's script shows them. */
export const VENDOR_BIDS_SCRIPT = `${watchVendorFrame.toString()}
watchVendorFrame(document.querySelector("iframe.barchart"),({isFailed,disclaimer})=>{
document.querySelector("[role=status] [data-vendor-fallback]").hidden=!isFailed;
const note=document.getElementById("widget-disclaimer");if(note)note.textContent=disclaimer})`;

/** Returns the body of the document in which a vendor's script runs, without our script. */
export function vendorFrameBody({ attributes = {}, hasDisclaimer }: VendorScript): string {
  const own = Object.entries(attributes).map(([name, value]) => `${name}="${escapeAttribute(value)}" `);
  // The page around the iframe shows the text of the disclaimer.
  return `<div ${own.join('')}class="barchart"></div>${hasDisclaimer ? '<p id="widget-disclaimer" hidden></p>' : ''}`;
}

/** Returns our script of that document. */
export function vendorFrameScript({ script }: VendorScript, { areBids }: { areBids: boolean }): string {
  const parts = areBids ? [runVendorFrame, startPoll, changeDirection, prepareBids] : [runVendorFrame];
  const bids = areBids ? `,bids:{startPoll,prepareBids,poll:${JSON.stringify(CASH_BID_POLL)}}` : '';
  return `${parts.map(String).join('\n')}\nrunVendorFrame({script:${safeJson(script)}${bids}})`;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanRichText } from './clean-rich-text.ts';

const CASES: Readonly<Record<string, string>> = {
  '': '',
  ' \n\t': '',
  'Hay\n for sale ': '<p>Hay\n for sale</p>',
  '<p>a</p>\n<p></p><p> b</p>': '<p>a</p><p></p><p> b</p>',
  '<br>': '<p><br></p>',
  'a<br/>b</br>c': '<p>a<br>b<br>c</p>',
  '<b>a</b><i>b</i><strike>c</strike><del>d</del><ins>e</ins>':
    '<p><strong>a</strong><em>b</em><s>cd</s><u>e</u></p>',
  '<u><s><em><strong>a</strong></em></s></u>': '<p><strong><em><u><s>a</s></u></em></strong></p>',
  '<b><p>a</p><p>b</p></b>': '<p><strong>a</strong></p><p><strong>b</strong></p>',
  '<b>a<i>b</b>c</i>': '<p><strong>a<em>b</em></strong><em>c</em></p>',
  '<p><b></b><span class="text-large"> </span></p>': '<p><span class="text-large"> </span></p>',
  '<span class="x text-large">a</span>': '<p><span class="text-large">a</span></p>',
  '<span style="color: red; FONT-SIZE : 28PX !important">a</span>':
    '<p><span class="text-extra-large">a</span></p>',
  '<p style="font-size:16px">a<b>b</b></p>': '<p><span class="text-small">a<strong>b</strong></span></p>',
  '<span style="font-size:24px">a<span class="text-normal">b</span></span>':
    '<p><span class="text-large">a</span><span class="text-normal">b</span></p>',
  '<span style="font-size:17px">a</span><span style="font-size:1.6e1px">b</span><font size=7>c</font>':
    '<p>abc</p>',
  '<p id=a style="color:red" onclick="x()" class="b">a</p>': '<p>a</p>',
  '<ul>\n<li>a</li>\n<li><p>b</p><p>c</p></li></ul>': '<ul><li><p>a</p></li><li><p>b</p><p>c</p></li></ul>',
  '<ol start=4 type=a><li value=9>a</ol>': '<ol><li><p>a</p></li></ol>',
  '<ul><li></li></ul>': '<ul><li><p></p></li></ul>',
  'a<ul> <ol></ol></ul>b': '<p>a</p><p>b</p>',
  '<li>a<li>b</li> <p>c</p>': '<ul><li><p>a</p></li><li><p>b</p></li></ul><p>c</p>',
  '<ol>a<li>b</li>c</ol>': '<ol><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ol>',
  '<ul><li>a<ol><li>b</ol>c</ul>': '<ul><li><p>a</p><ol><li><p>b</p></li></ol><p>c</p></li></ul>',
  '<ul><li>a</li><ul><li>b</li></ul></ul>': '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
  '<ul><li>a</li><li><ul><li>b</li></ul></li></ul>': '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
  '<ul><li>a<li><ul><li>b</ul><li></ul>':
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p></p></li></ul>',
  '<ul><li><ul><li>b</li></ul></li></ul>': '<ul><li><p></p><ul><li><p>b</p></li></ul></li></ul>',
  '<p>a<ul><li>b</ul>c</p>': '<p>a</p><ul><li><p>b</p></li></ul><p>c</p><p></p>',
  '<ul><li>a<section><li>b</li></section>c</li></ul>':
    '<ul><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ul>',
  'a<div>b</div>c<h1>d</h1><blockquote><div>e</div>f</blockquote>':
    '<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p>',
  'a<hr>b<dl><dt>c<dd>d</dl><option>e<option>f': '<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p>',
  '<table><caption>a</caption>b<tr><td>c<td><b>d</b><tr><th>e</table>f':
    '<p>a</p><p>b</p><p>c</p><p><strong>d</strong></p><p>e</p><p>f</p>',
  '<tr><td>a</td><td>b</td></tr><col>c': '<p>a</p><p>b</p><p>c</p>',
  '<a href="/x">a</a><img src=x alt=y> <x-y>b</x-y>': '<p>a b</p>',
  'a<script>b</script><style>c</style><textarea>d</textarea><svg><text>e</text></svg>f': '<p>af</p>',
  '<!doctype html>a<!-- b --><?c d?>e<![CDATA[f]]>g': '<p>aeg</p>',
  'a &lt;b&gt; &amp;lt; "c" 1 < 2': '<p>a &lt;b&gt; &amp;lt; "c" 1 &lt; 2</p>',
  '<p>\u00a0&nbsp;&#160;</p>': '<p>&nbsp;&nbsp;&nbsp;</p>',
  '<p>$685<sup>2</sup>, 10<sup><b>-6</b></sup>, 10<span style="Vertical-align: super">6</span>, H<sub>2</sub>O, 1<sup>st</sup></p>':
    '<p>$685², 10<strong>⁻⁶</strong>, 10⁶, H₂O, 1st</p>',
  '<p>a\r\nb\rc&#13;\nd</p>': '<p>a\nb\nc\nd</p>',
  '<p>a\u0000b\u0007\u007f\u0085c\fd\te</p>': '<p>abc d\te</p>',
  'a\ud83cb&#xd83c;': '<p>a\ufffdb\ufffd</p>',
};

for (const [html, cleaned] of Object.entries(CASES)) {
  test(`cleans ${JSON.stringify(html)}`, () => {
    assert.equal(cleanRichText(html), cleaned);
    assert.equal(cleanRichText(cleaned), cleaned);
  });
}

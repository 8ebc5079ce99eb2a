export const PASTE_SAMPLES: readonly { from: string; html: string; becomes: string }[] = [
  {
    from: 'Word, paragraphs with looks',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal { margin:0in; font-size:11.0pt; font-family:"Calibri",sans-serif; } --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->
<p class=MsoNormal><b><span style='font-size:18.0pt'>Harvest hours<o:p></o:p></span></b></p>
<p class=MsoNormal>We are open <b style='mso-bidi-font-weight:normal'>late</b> and
<i>on Sundays</i>, <u>every</u> <s>day</s> week.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>Call <a href="tel:6605550142"><span style='color:#0563C1;text-decoration:underline'>660 555-0142</span></a>.</p>
<!--EndFragment--></body></html>`,
    becomes:
      '<p><span class="text-large"><strong>Harvest hours</strong></span></p>' +
      '<p>We are open <strong>late</strong> and <em>on Sundays</em>, <u>every</u> <s>day</s> week.</p>' +
      '<p></p><p>Call 660 555-0142.</p>',
  },
  {
    from: 'Word, lists',
    html: `<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Corn<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='font-family:"Courier New";mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span><![endif]>Yellow <b>No. 2</b></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>·<span>&nbsp;</span></span><![endif]>Beans</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span><![endif]>Weigh</p>
<p class=MsoNormal>Then home.</p>`,
    becomes:
      '<ul><li><p>Corn</p><ul><li><p>Yellow <strong>No. 2</strong></p></li></ul></li><li><p>Beans</p></li></ul>' +
      '<ol><li><p>Weigh</p></li></ol><p>Then home.</p>',
  },
  {
    from: 'Word, an outline of six levels',
    html: [1, 2, 3, 4, 5, 6]
      .map(
        (level) =>
          `<p style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${level}.</span>L${level}</p>`,
      )
      .join(''),
    becomes:
      '<ol><li><p>L1</p><ol><li><p>L2</p><ol><li><p>L3</p><ol><li><p>L4</p></li><li><p>L5</p></li>' +
      '<li><p>L6</p></li></ol></li></ol></li></ol></li></ol>',
  },
  {
    from: 'Word in the browser',
    html: `<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1" role="list"><li data-aria-level="1"><p><span style="font-size:11pt">Corn</span></p></li></ul></div>
<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle2" role="list"><li data-aria-level="2"><p>Yellow</p></li></ul></div>
<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1" role="list"><li data-aria-level="1"><p>Beans</p></li></ul></div>`,
    becomes: '<ul><li><p>Corn</p><ul><li><p>Yellow</p></li></ul></li><li><p>Beans</p></li></ul>',
  },
  {
    from: 'Google Docs',
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;margin-top:0pt"><span style="font-size:20pt;font-family:Arial;color:#000000;font-weight:400;font-style:normal;text-decoration:none;white-space:pre;white-space:pre-wrap;">Seed day</span></p><p dir="ltr"><span style="font-size:11pt;font-weight:700;white-space:pre-wrap;">Come</span><span style="font-size:11pt;font-weight:400;font-style:italic;white-space:pre-wrap;"> early,  bring </span><span style="font-size:11pt;text-decoration:underline line-through;white-space:pre-wrap;">boots</span><span style="font-size:11pt;"><br></span><span style="font-size:11pt;white-space:pre-wrap;">and questions</span></p><br><ul style="margin-top:0"><li dir="ltr" aria-level="1" style="list-style-type:disc;font-size:11pt"><p dir="ltr" role="presentation"><span style="font-size:11pt;white-space:pre-wrap;">Corn</span></p></li><ul><li dir="ltr" aria-level="2" style="font-size:11pt"><p dir="ltr"><span style="font-size:11pt;">Hybrids</span></p></li></ul></ul><ol><li dir="ltr" style="font-size:11pt"><p><span style="font-size:11pt">Coffee</span></p></li></ol></b><br class="Apple-interchange-newline">`,
    becomes:
      '<p><span class="text-extra-large">Seed day</span></p>' +
      '<p><strong>Come</strong><em> early,  bring </em><u><s>boots</s></u><br>and questions</p><p></p>' +
      '<ul><li><p>Corn</p><ul><li><p>Hybrids</p></li></ul></li></ul><ol><li><p>Coffee</p></li></ol>',
  },
  {
    from: 'a web page',
    html: `<style>h2 { color: red }</style><h2 class="title" style="font-size: 24px; color: rgb(25, 30, 25)">Fuel  prices</h2>
<div onclick="alert(1)" style="font-size: 16px">From <a href="https://example.com" style="text-decoration: underline">the terminal</a>,
<span style="font-weight: 600">today</span><img src="/pixel.png" onerror="alert(1)"> <strike>old</strike><del> older</del>
  <script>alert(1)</script><span style="display:none">hidden</span></div>
<blockquote style="font-size: 16px"><p>Quoted<br></p></blockquote>
<ul><li>Diesel<ul><li>Dyed</li></ul></li><li><p>Gas</p></li></ul><pre>a  b
c</pre>`,
    becomes:
      '<p><span class="text-large">Fuel prices</span></p><p>From the terminal, <strong>today</strong> <s>old</s></p>' +
      '<p>Quoted</p><ul><li><p>Diesel</p><ul><li><p>Dyed</p></li></ul></li><li><p>Gas</p></li></ul><p>a  b<br>c</p>',
  },
  {
    from: 'Word, with comments, changes, and notes',
    html: `<p class=MsoNormal>Diesel <del cite="mailto:a@b.example" datetime="2026-11-20T09:05">3.05</del><ins>3.15</ins><a style='mso-footnote-id:ftn1' href="#_ftn1"><span class=MsoFootnoteReference>[1]</span></a><span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[D1]</a></span></p>
<div style='mso-element:footnote-list'><hr><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText>[1] Do not print</p></div></div>
<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Too low?</p></div></div>`,
    becomes: '<p>Diesel <u>3.15</u></p>',
  },
  {
    from: 'a newsletter with hidden texts',
    html: `<div style="visibility:hidden">a<b style="visibility:visible">Corn</b>b</div><div style="font-size:0">c<p style="font-size:11pt">4.12</p></div><p style="opacity:0">d</p><p>$685<sup>2</sup> and 10<span style="vertical-align:super">-6</span> of H<sub>2</sub>O, 1<sup>st</sup></p>`,
    becomes: '<p><strong>Corn</strong></p><p>4.12</p><p>$685² and 10⁻⁶ of H₂O, 1st</p>',
  },
  {
    from: 'a table',
    html: `<table><thead><tr><th>Grain</th><th>Bid</th><th></th></tr></thead>
<tbody><tr><td><p>Corn</p></td><td style="font-weight:bold">4.12</td><td>&nbsp;</td></tr>
<tr><td>Beans<br>new crop</td><td>10.47</td></tr></tbody></table><p>As of noon</p>`,
    becomes:
      '<p>Grain | Bid</p><p>Corn | <strong>4.12</strong></p><p>Beans<br>new crop</p><p>10.47</p><p>As of noon</p>',
  },
  {
    from: 'a page of our own',
    html: `<p style="font-size: 20px"><span class="text-extra-large" style="font-size: 28px">Sale</span> <span class="text-small" style="font-size: 16px">today</span></p>`,
    becomes: '<p><span class="text-extra-large">Sale</span> <span class="text-small">today</span></p>',
  },
];

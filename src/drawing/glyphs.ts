// Written by src/cli/write-glyphs.mjs from Inter (https://github.com/rsms/inter) and Noto Sans (https://github.com/notofonts),
// both under the SIL Open Font License 1.1: OFL.txt. Not edited by hand.

/** Height of capitals, where 500 units are the size of the type. */
export const CAPITAL = 364;

/**
 * Each glyph as its character, its width and its outlines from the baseline on, or the glyphs that it is put together from,
 * each with its place.
 */
export const GLYPHS = `
! 161 m~O!~M0lJ~Kbh~O5lI~Q4zmn~Ojc8N'>'(cN7a'w'cfNx_xwcNf<v&vz	 0 m~O)~L%lG~Lmh~O/lG~P)z	" 261 =0,0 99,0
# 322 m~P@Nl_~MFh~MUl?~ONh~Mtl_~MFh~MrlW~Muh~O"l[~MWh~MslV~Mth~O"l^~MFh~N}l?~ONh~O?l^~MFh~N}l?~ONh~O"lF~O!h~MslA~O=h~O"lF~N}h~Msl>~ONzm~Mo~Lqh~O?lZ~MWh~MVz
$ 325 m~P+~O!v~Myc&L~MQ>~M9~MscB<<';~Mih~O0cQhazw~O"cVP_RgSv~M8l;Ic4H~Mr=~M^+c-0-~MPF~M-cf.~O-~Mw~OR~Mtv~Mxhnv~NzcvP~O>a~OU~O!cY_asa~O&h~MgcL?E29)cDH8D,Cv~OUl_RcvX~O?k~OR~O0c^nY~O6G~OQc6s~Mc~N}~M9~O"v~Nyzmn~M?clK~O*:~O*~MrcN0,%~Ml~Mvzm0~LVv~MGc6Q~Mtc~Mt~N{cNklw~O!~Nzz
% 502 m~Op~L<c?N0K#Cc7?+%+~Mcv:cN4Z~Mrs~Mcc[FkCzCc]NmQzYcg^ryr~O3vdcNjC~O%,~O3cAV2Y#YzmN%cWNbKgCcSFU=U4v:cNEL=H4cIF?C6CcDN;Q6ZcJVG_GivdcNWQbUjcSV]YhYzm~Q7~Q.c1N~MoA~Mb'cHAE4E&v;cN4Z~Mrs~MccZFkCzCc]NmQzYcg^ryr~O3vccNkC~O&+~O4cBV3Y%YzmN%cWNbKgBcSGU>U4v;cNEL<H4cIF?C6CcDN;Q6ZcJUG_GivccNXPcUjcSW]ZhZzm~KDrl~Q6~JFh~N|l~K_~RNz
& 331 m~P"Sc&N~MR@~M;~Mtc>4:~MhI~MJc[5u"~O,~MkcBA831"cA3A~MiQ~MLca1~O!"~OC"cpN~O0[~OAzc[e^~N}S~O9cFd6u#~O!l6al~O4~O?cX:^#^~Mfh~O'cNwE~O=.~O^l~O%~O.h~Mal73c4f~Mjp~MFpzm=~LalHSc=[,m,~O#cNcYtl|cl]~O/R~OHAzmZ~M^le@c^Cm6m"cNEJ<D6cBB-A~MvIc9Y8uB~O)cSY[ddmz
' 163 =0,0	( 187 m~Ny~LlcN~MmZ~M1o~LVcV6c~Mvp~M_h~O,c6~O"#~OY~Ms~P7cF~N{D~OOM~P#cX~O#n~OW~O#~P-h~Mjc(~Me~Mg~Lt~Mg~L&z	) 187 mc~O4co~Mb~O*~Lt~O*~L&cN~MpC~M83~LacE3;~Mq/~MUh~O+cm~Nz~Ny~OU~O'~P0cSlV~O(V~ODcN~O<6~P-~Mg~Ppz
* 270 m~Oc~LalR~M]l~Mjxl8(l~O1.l~Me.lf'l~O,xlJ~M]h{lJ~O8l~O-&lewl~Mfpl~O0pl9vl~Mi&lR~O8z	+ 336 m~P"9v~MCh~MEv~Mrh~OOv~MCh~O'v~OQh~OOv~O#h~MEv~OQz	 0 mx~L%lf~Lmh~O1l"~P)z	, 159 =-10,310	- 233 m~P]~LLv~O%h~LZv~Mqz
. 159 m~O@Rc8N'=''cN9a'w'ceNwawwcNf<w'wz	/ 189 m~PK~J5l~M/~S<h~Mnl~Og~IXz
0 330 m~P;Sc3N~MqG~MY8c~Mr)~Me~M:~Me~LYcN~Mk[~M#~O1~LZcf>~N|7~O;7ckN~O%U~O;gc~O#t~O1~OY~O1~P:cN~O+A~Or~Me~P;c8^~Mvf~MYfzmN~Moc~O0N~O:~MP~O:~L|cN~MwE~L|~MZ~L|c~MeN~MZ~OD~MZ~OvcN~N}W~Ov~O:~Ovz	1 211 m~PE~JFv~RNh~Mev~K&hLl~MO~O-v~Mhl~O@~Mmz
2 312 mqNv~Mwl~Op~M(cXCd9n-c]>h,h~MncN9D'1~Muc2@~MbG~MPfcIXGeGph~MhcN9R#_~Mjcf)~O1~Mp~O[~MpcyN~OD_~O[~O"cblc~O0V~ONcG_=o2|c>e+x~Mo~O*l~Mg~O1vQh~P4v~O&z
3 318 m~P5Sc"N~MK@~M1~MtcC?=,<~Mph~O2cPru~N}~O3~N}cfN~NyG~O*4cZ=Z%N~Mlc@:%3~Me3h.v~MthpcfN|G~O(5cY>Y'O~Moc>3~Mp0~MT<c;U.g-{h~MhcN;T(a~Mqci+~O4~Mt~O^~MtcyN~OB^~OY~O"cdne~O9K~OUcA^0h~MvlvQcmR~O(b~O6|c^nY~O5F~OPc3t~M[~O"~M/~O"z
4 333 mj~Mbv~Mrl~P1~Kfh~OAv~Q/h~N{v~O%h~Mwv~O4h~Mgv~Mbzm~PD~Mqv~LUhLl~M;~P<vQz
5 306 m~P-Sc%N~MP?~M8~MtcC>=,=~Mph~O/cPpp~O"~O.~O"chN~NzB~O*,cb.V~MU5~MBc:B~MxC~McKcDR;W5_l~MjEld~LBh~Pjv~O'h~LclD~OQhPca:~Ny2~O52coN~O-Z~OBrcvw|~OY_~P-cCb3q~My|c9Y~My_~Mb_z
6 320 m~P:Sc*N~M_A~MD(c+*"~MJ"~LvcN~Mba~Li~OD~LFc~O%3~Oq@~P8tcY_brd~O%h~MfcKAD5:,c7<~Mj>~MRQc/i*~O7*~O^hPcm~Mr~OT~Me~P**cuf~O(~O.~O(~OXcN~Ny7~OF~Mh~O^c9Y~My_~Ma_zmN~MqcvN~O3-~O3~M^cN6C~Mv.~Mjc3=~MhC~MQYc/p5~OG[~O_cXUfXsXz
7 288 m~NyNl~P1~K%vLh~LJv~Moh~Q4v~O(l~Le~Qrz
8 320 m~P6Sc"N~MI@~M.~Mtc1&;~MCd~M%cZFi@w>vLc)E~Mg"~Mg~MScN'i~Ma~O+~MOcdEyA~O/AcxN~OB]~OZ~N|cene~O8L~OVcC]3h~MymvPc{U~O<~N{~O<~OKcNy1~O9~Me~OIc8W~Mx[~M_[zmN~MtcfN~NzF~O+3cZ<Y"N~Mic:0~Mg)~MF9c:X-m-~O#cNfZxp~N}cYThVtVzmN~LXcdNwE~O!4cX>Y'N~Moc>4~Mp.~MT;c<W2j2~NzcNdXvl~N{cWSdUnUz
9 320 m~P/Sc%N~MT>~M<~MtcC><,:~Mqh~O0cQ[Xidrcgc~O-_~OCLcn4s~M]s~M6hLc1~O#~MA~O1~Llsc)9~Mn~Mi~Mn~M=cN~Myg~MM~O/~M7cs:~OA9~OiGcaTpa|mcst|~OJ|~O|cN~O4=~P-~MP~POc<W([~Ml[zmQ~LJcvN~O4-~O4~M^cN)1~M_~Mb~M_c(N~Mcq~Mc~O7cNul~O6~O3~O6z
: 159 =.0,0 .0,-187	; 165 =-10,310 .5,-187	< 336 my~M-v~Mtl~Q/~M3v~O/l~LS~O9vRl~PA~O9v~O.z	= 336 m~O"~LPv~Mph~Q'v~O&zmN~Odv~Moh~Q'v~O'z	> 336 m~Qe~M-l~Kh~Obv~Mhl~PA~MZvKl~LS~M[v~Mgl~Q.~Ocz
? 272 m~OO~M5vIcN3P~Mlf~MVca>w4~O'!cZ?^&R~Mmc@9!3~Mc>c=V4i3|h~MhcN:R&_~Mncf.~O,~Mx~OQ~MxcvN~O>[~OT~NzcX^^r^~O#cNbJt@~O"cD^6k'tc?W/d(vcKWJdJnvSzmm~Oec8N&>&(cN7b'x'cfNx_xwcNf<v&vz
@ 500 m~Q>~OVc~MhN~M%>~LR~Mjc~My!~Mi~M8~Mi~LUcN~Mia~M)~O,~LVc|~My~O]~Mg~P@~Mgc~O+N~Oib~P8~O,cvv~O)~OK~O)~P'cN~NzH~O[~Mu~Oxc8]~Ms^~MYVc<I,=))hLcCm"y~M^yc:N&J~Mm>c,7~Mx~Md~Mx~M:cN&^~MR~O!~M<c_Cs>~O&>cgN~O#V~O0nhQv6h~Nzv~P:cNUP^UecX[rW|KcVEY9[-cQ<R)R~MncN%B~MQ%~M3c.,~MU~Mx~M(~Mxc~MvN~MC[~L}~N|c,t~Mx~OF~Mx~OxcN~N|Y~OR~Nz~Owcts~OH~Nz~Oz~NzcqN~O2H~OP<l_~Nyc8X~Mw_~M^cc?Q0R~MyRzmA~LdcZNhLsEcf@j"j~MccN7J~Ms3~Mgc:E~MwD~MdQc/d-~O29~ORcQYXdclcXUfXrXz
A 364 mZNl~Oq~JFh~OCl~Ot~RNh~M]l0~MJh~Lwl0~OJzm~Ps~Lql?~Mxc@%5~MQ*~M(cCy9~OC,~Onl?~Nzz
B 330 muNv~JFh~O}cwN~OCY~OX~Nzcftb~OH<~ObcDU9Y.]vRclO~O#b~O2zcam^~O5L~ORc7u~M_~N|~M5~N|zm~O1~Mph~O7cbNvL~O#@cc=e~MyV~MecB:+1~Ml1h~M[zmN~Leh~O1ceNyG~O%6c[;X~MwG~MgcBC1@!@h~Mcz
C 368 m~PVSc0N~MjG~MN8c5?~My(~Mk~Mfc>/8~Md8~M?cN,T~Maf~M@c]3r~Mu~O,~Mfc~O(-~Oy/~PQXcmg~Nz~O)~O"~OMh~MdcH04~Mp~Mn~Mgc3F~MkI~MQYc(h~Mu~O7~Mu~OccN{Y~OJ~N}~Odcxj~OVb~Os6cSEV;X1h~O2cG~O%!~OR~ME~Ofc<U(X~MlXz
D 361 m~P6Nh~M)v~JFh~OocpN~O1T~OMfcj]~Nzt~O,~O.c^ne~O0e~ORcNqH~O39~OQc@k,~N}~Mj~O/c1_~Mgf~MEfzm~Ml~Mnh~O&cfN~NyJ~O0@cx7~O"~M_~O"~M4cN"C~MK~Mt~M5c;C%@~Mg@h~Mnz	E 303 muNv~JFh~Q(v~O'h~LSv~ORh~P4v~O'h~Lbv~OUh~PBv~O'z
F 294 muNv~JFh~Q%v~O'h~LVv~O^h~P-v~O&h~Liv~P(z
G 375 m~PXSc/N~MhG~MK7c5?~My(~Mk~Mfc?/9~Me9~MAcN+T~M_f~M?c]4r~Mu~O+~Mfc~O8"~PH6~Pv~O!cV^]oa~N|h~MccF32~Mu~Mo~Mlc3F~MkI~MQYc(h~Mu~O7~Mu~OccNzZ~OI~N}~Odczj~O]b~Ox3cUAX1Y!h~MPv~Msh~P)v|cNlH~O(:~O@cAf.y~Mo~O%c6Z~Mrb~MUbz
H 373 muNv~JFh~O1v~P-h~P?v~Lih~O1v~RNh~Mev~Lbh~LUv~P4z	I 138 m~OV~JFv~RNh~Mev~JFz	J 290 m~O{Sc/N~MgF~MN1c78.~Mq.~MQv9h~O1vecN^Qp^{ccd~O(e~O<NcYC]2]"v~KWh~O0v~Q<cNoF~O./~ODc7e~Mpm~MOmz
K 352 muNv~JFh~O1v~O]lM~O>ca3v~Mq~O+~MWl~OO~M7h~OAl~Lu~P4l~P#~Pfh~MWl~M5~L[l~Mu~O&v~O^z	L 283 muNv~JFh~O1v~Qsh~P6v~O'z
M 461 muNv~JFh~ORl~O5~PRcYpb~O2j~OTcOOOPOQcNMNLOKcU-^~Mcj~M@l~O4~LBh~OSv~RNh~Mev~LFcN&P~MTP~M+cFp<~O02~OOcKWIbEjl~Mc~PNh~Mol~Mb~LFc@'4~MU)~M-cNxQ~O@Q~Oiv~PNz
N 380 muNv~JFh~O9l~Op~Pacakp~O'~Ny~ODcK/J~MgJ~MFv~L?h~O2v~RNh~MZl~M3~LJc9,'~Ma~Ml~M<cQrS~O5S~OWv~PKz
O 384 m~PVSc0N~MkG~MO8c4?~Mx(~Mj~Mfc>/8~Md8~M?cN,T~Maf~M@c]3r~Mu~O,~Mfc~O"0~Oj0~PANci^~Nzu~O+~O0c_of~O2f~OTcNsH~O68~OUcAj,~N}~Mk~O0c4^~Mnf~MNfzmN~MlccNuI~O%?cu6~N|~M]~N|~M2cN#C~MK~Mv~M2c/:~MY;~M;Oc(h~Mu~O7~Mu~OccNzY~OI~N}~Odc^Xr^~O#^z
P 323 muNv~JFh~OzchN~N}R~O6_cbXqh{{cdud~OGN~OncDb5p!zc9Z~Mx_~M__h~M_v~Omzm~O1~LMh~O-ciN~O#F~O0.c^/V~MY6~MHcBH3F&Fh~Miz
Q 386 m~PVSc0N~MkG~MO8c4?~Mx(~Mj~Mfc>/8~Md8~M?cN,T~Maf~M@c]3r~Mu~O,~Mfc~O"0~Oj0~PANci^~Nzu~O+~O0c_of~O2f~OTcN~O'>~Ob~Mk~P+l~O"~O0h~Mgl0(c9V"Z~MdZzm:~M&h~O*lowci4p~Mep~M@cN#C~MK~Mv~M2c/:~MY;~M;Oc(h~Mu~O7~Mu~OccNzY~OI~N}~Odcg^~O&b~O@Yz
R 326 muNv~JFh~OzchN~N|R~O6^cbWqg{ycXb^x^~O-cNeJz?~O,cCd0r~Ms{l~O?~P&h~M[l~M^~Lzh~Mbv~Oxzm~O1~LCh~O-chN~O"H~O02cX;X~MwN~MdcA8&2~Mf2h~Miz
S 325 m~P:Tc~MyN~MFA~M*~MrcB<<';~Mih~O0cQhazw~O"chV~O%W~O<MccGs6s~MxcN-&!~Md~Mtl%Cc4H~Mr=~M^+c-0-~MPF~M-cj*~O8~Ms~Oe~Msc{N~OH]~Od~O"cY_asa~O&h~MgcL?E29*c@D/A~MvAc9N~MyS~MlgcD]CtP~O!c[]rd~O#ilrVcvX~O?k~OR~O0c^nY~O6G~OQc3x~MW~O#~M*~O#z
T 330 md~K"v~Moh~Q_v~O'h~M4v~Qsh~Mev~K"z	U 368 m~PNSc~MtN~M><~M"~MgcA:<!<~Mbv~Klh~O1v~Q#cNm[~O'w~O5c[UlX{XcmN~O)B~O8(cUBX4X%v~Krh~O2v~Q*cNhH~N|;~O4c3~Ny~MU~O/~M"~O/z	V 364 m~P#Nl~M!~JFh~O8l~O0~PSc[yi~OBt~OmcX%e~MRr~M)l~O/~LAh~O7l~M#~RNz
W 510 m~O_Nl~MB~JFh~O6l~N|~PXcVs]~O7d~O[cT*[~M]e~M9l~N}~L<h~O6l~N}~PXcWs]~O6e~OZcT*Z~M^d~M:l~N{~L<h~O7l~MA~RNh~MZl~Mq~L5cF2B~Mm=~MNcImE~O*=~OFl~Mq~Paz
X 360 m[Nl~Ou~LDl~M+~LLh~O<l|~O3c]ej|v~O3cY7g~Mxv~Mcl~Ny~Mch~O9l~M-~PFl~Os~PRh~MWl~Mo~MRcA;6'+~MkcCe7x*~O+l~Mn~OBz	Y 357 m~P(Nv~Lsl~Lz~K{h~O<l~O1~OecXacsj~O%cV<_*j~Mql~O0~M1h~O;l~L|~Pwv~P"z
Z 326 mmNv%l~P/~L"cZ=i,w~Mtc6O~MvO~M^Oh~M*v~Moh~QIvyl~Lj~PpcAc3t#~O%ciM~N}M~O:Mh~Oiv~O'z	[ 187 m~N|~O4v~IFh~Obv~O!h~Msv~REh~O"v~N}z	] 187 mk~O4v~Muh~O!v~JOh~Mtv~Mth~Oav~SNz	_ 235 m~Q'Nv~O"h~Kov~Msz
a 287 m~O_Tc/N~MhC~MU)cE@B0B~MxcNAP4V(cc-~O-%~OP!cZLiKvIcZLmIm:vMcN>G/9(c>G(H~MpNcAT5_0nl~MkBcY/s~Mq~O1~MfcmE~O-D~OJKcjT~N}e~O.|cV]XnX~Nzv~PLh~Mjv(hKcEb5o"vcBR5T)Tzm_~MvcfN|F~O(2cTFV<V2v.cKPGQDSc>R-T~MtVc?P-T"ccEYEmMxcW[j_x_z
b 312 m~PHSc6N~MvF~Mf3cIGD@@9hJv{h~Mhv~JFh~O/v~OzhQcV=e/v&cZGjFxFcdNxS~O)_czj~O(~O=~O(~OncN~Nz@~OR~Mo~Onc<Z(a~Mlazm=~MrcZNiJsBcg<m~Mtm~MWcN2H~Mk2~MWc:?~Mr?~M]Nc7b1~N}1~O=cNkT~O,m~O>cYUgYtYz
c 291 m~P.Tc6N~MvH~Ma<c"4~Mi~MY~Mi~M)cN~Mvb~MB~O-~M(cp;~O;8~OaBcvZ~O3y~O<~O@l~Mj[cI:=)*!c;H"J~MlWc7b0~O!0~O>cNkU~O+n~O=cda~O'_~O;McYEa8d+l~O,ZcHj:~N}%~O0c7_~Mth~MVhz
d 312 m~OxSc:N&I~Mm=c#4~Mo~MV~Mo~M(cN~Mw]~MB~O'~M(cu7~OM6~OlYcSUX][ehQv~Lxh~O0v~RNh~Mgv"hJcFa8o'xcBT5V'Vzmb~MrcZNiJsCcg<m~Mtm~MVcN2H~Mk1~MWc:?~Mr?~M^Nc7b1~N}1~O=cNkT~O+m~O=cXVgZtZz
e 296 m~P0Tc6N~MuI~M^<c;C+2~My~MucB8>~Mv>~MZcN~Mvb~MC~O,~M)c~N{1~Of6~P2^clku~O3u~OXvdh~L@cOjX~O#q~O2cob~OAX~ON3l~O+ZcEo-~O%~Mh~O0c<U*X~MoXzm~Ma~LVh~OrcL9D#2~Moc;@~MtA~M_Nc;[2r0~O'z
f 194 m~PG~KGv~O!h~Mkv~Pwh~Mgv~K{h~Mtv~Mth~O!v4cN>Q.Y~Mycf+~O2#~OW,cUO[PcSlB~N}cFL>J5JcEN;P5WcHUF_Fivez
g 313 m~P-~O]c~MxN~M?>~M-~Mgl~O&:cU[chqmcXSeTpTcaNrJ~N{@c]Cb3b"v~MrhIcFa9n(vcBS4U'Uc:N'I~Mm?c=D/4&!cB7?~Mu?~MZcN~Mw]~MC~O(~M)ct7~OL6~OkYcTUY]]ehRv~Myh~O.v~QNcNeJz=~O,c6t~Ma~N{~M5~N{zmO~L]cZNiKsDcg>n~Mwn~MZcN3G~Ml0~MYc:?~Mr?~M^Nc7b1~N|1~O;cNkT~O)m~O9cYVgYtYz
h 306 m~OQ~L_v~P6h~Mgv~JFh~O.v~P"cUA^4k*cm8~O:7~OYIcqb|~O'|~OJv~PDh~Mgv~LZcN?J/@"c=<~Mv:~M_Fc;Y2q2~O'z	 0 mrNv~KGh~O/v~QMz	 0 m~O4~J|c;N)@),cN:b+u+ccNu^uscNd<r)rz	i 131 =0,0 -2,0
 0 mq~KGh~O0v~Q^cNaLrC~N|c=n~Mrv~MQvhAv~MrhWcWNdLkEcTGU=U4z	j 131 =0,0 -3,0	k 285 mrNv~JFh~O/v~PahSl~OR~M6h~O;l~M:~Ohl~Ob~P1h~MXl~MP~M/l6iv~OLz	l 131 m~OQ~JFv~RNh~Mgv~JFz
m 450 mrNv~KGh~O+lP~O#cV9g&{~MuckB~O-D~OBYcYYbjgycV7i%~N{~MscjB~O+B~ODPc[VhcopcW^ZqZ~O"v~PNh~Mfv~LPcN@K2@)c7:~Mg?~MW[cJVHaHkv~PAh~Mhv~LMcNAJ5A,c?@&>~MkHc<X5n5~O!v~P=z
n 306 m~OQ~L_v~P6h~Mgv~KGh~O,v~O&cU?_1m&cm8~O:7~OYIcpb|~O'|~OJv~PDh~Mgv~LZcN?J/@"c=<~Mv:~M_Fc;Y2q2~O'z
o 304 m~P.Tc6N~MvH~Ma<c"4~Mi~MY~Mi~M)cN~Mvb~MB~O-~M(ceB~Ny=~O5=chN~N}S~O5ac|j~O.~O<~O.~OncN~N|;~OQ~Mh~Omc:[~Myb~MabzmN~Mrc[NkKuBcg<m~Mtm~MWcN2H~Mj1~MVc:>~Mp>~MZNc8c1~O!1~O>cNkU~O+m~O=cYWhZuZz
p 312 mr~OVv~J;h~O.v~NyhRcV=e/v&cZGjFxFcdNxS~O)_czj~O(~O=~O(~OncN~Nz@~OR~Mo~Onc*h~MGi~M*DcIGD@@9hKv~P'zm~Oq~LkcZNiJsBcg<m~Mtm~MWcN2H~Mk2~MWc:?~Mr?~M]Nc7b1~N}1~O=cNkT~O,m~O>cYUgYtYz
q 312 m~QS~OVh~Mfv~LohKcFa8o'xcBT5V'Vc:N&I~Mm=c#4~Mo~MV~Mo~M(cN~Mw]~MB~O'~M(cu7~OM6~OlYcSUX][ehRv~Myh~O/zm~M%~LkcZNiJsCcg<m~Mtm~MVcN2H~Mk1~MWc:?~Mr?~M^Nc7b1~N}1~O=cNkT~O+m~O=cXVgZtZz
r 198 mrNv~KGh~O-v~NzhQcS?[2j)ccAz@~O1Cv~O*cDL9K0Kc8N"X~MpmcIWFdFnv~P7z
s 275 m~O{Tc+N~M^E~ME*cCB<49#l~O,CcQZWgdncYVhXuXcdN~O"G~O"-cN::3)/l~MxDc9J"B~Ml3c665~MdI~MGcf0~O-'~OP'cqN~O3V~OJqcWY^gcul~MmYcKEE<=6cEF8D,Dc;N~MwV~MwpcNeelvpl~N{WcdSzZ~O)kcihi~O2R~OMc7o~Mez~M>zz
t 177 m~P6~KGv~O!h~Mqv~P(cNVO_UfcXYnU{RlX~N}cAR2T#Tc9N!I~Mj:c>@9+9~Mnv~Lih'v~Mthwv~Meh~O/v~O1z	u 306 m~OqQc=N,K~MuBc.<!~Mo!~MJv~LPh~O/v~P:cN^Ro]{cab~N|d~O6VcdCl-l~Mov~L_h~O/v~QMh~Mjv~MpcG^>m0xc?Z+a~Moaz
v 293 m~OaNl~M?~KGh~O3l~O!~P*cVi]~N}d~O:cT5Z~Mud~MZl~O!~Llh~O3l~M>~QMz	w 420 m~OLNl~MS~KGh~O3lj~O[cWsa~O6h~OZcU*^~M^h~M:ll~M9h~O,lk~O[cWsb~O6i~OZcT*]~M^g~M:lk~M9h~O3l~MR~QMh~Mfl.~M5cF0?~Mk9~MKcGnA~O+8~OIl.~Oaz
x 284 mZNl~OK~Ltl~MO~L{h~O5ll~NzcXbctl~O&cW<b*l~Mplm~Mxh~O4l~MN~Oxl~OJ~O}h~Mal,~MocD=;,2~MrcFb=s4~O#l,~O'z	y 294 mo~OQl^~MulUPc_RqS~NyFcTHW?Y6lR=l~M=~KFh~O3l~O!~P*cVh[~N|c~O8cT6Z~Mvd~M]l~O#~Llh~O3l~M.~QrcEj5~O!~Ms~O-c:W~MyX~McTcHMBL<Iz
z 283 mnNv%l~P"~LMvLh~Lwv~Mqh~Pov|l~Ly~PDvPh~O}v~O%z	¡ 161 m~Nz~OIlS~Kbh~O+lS~Q4zmr~K5c8N'>'(cN7a'w'cfNx_xwcNf<v&vz
¢ 291 m~OzNv#c#J~MU2~MB~MdcB7>~Mv>~M[cN~Mub~MB~O-~M(c_Ds?~O%=v#hmvzctQ~O6c~OJ~N}cUYZg^tl~MjZcI;=**"cKMHLELv~PGchIy6~Nz~Mvl~O,[cHi:~N|%~O0c;[#e~MegvyzmN~MFv~LOc(V~Mt~O%~Mt~OGcNrZ~O?~O!~OHz
£ 315 mhNv~MocZNgLpCcVFW:W/lK~Mgh(v!htlL~MycM8Q![~Mgce'~O.~Mm~OY~MmctN~O7^~OM~NycY^bpe~O"l~MjWcL@G3=)cDE7A*Ac8N"W~MrncJXIeIplP~N|h~OWv|h~M>lP~O(cNXLeFmcHW?_5dh~OocRNVMZJcQKQFQBv@h~O,v[cNcIx;~O&c@]*b~Mobz
¥ 282 m~O;~JFl~O2~P/l~O2~Lgh~O4l~MO~PIh~O)vwh~MZvoh~O:vxh~MZv~O;h~Mev~MYh~MVv&h~O>v/h~MVv'h~O-l~MP~LKz
§ 284 m~O}~O9c.N~MdD~MN)cDA?2<"l~O&CcQYVf_ncWVgYsYcYNfLpEc[E^0T"cGC;</7l~Md/c0A~Mn%~Mn~MYcN9X&l~MtcWIdFnFlOMcBF7=/0c;/C~MXa~M@cd>~Nz8~O78chN~N}S~O4ecb^luq~O+l~MqYcKCF8>0cFE:C/CcDN8P/WcBY@oI|cUZecqhl~O2ocl[~O&x~O&~O9cNeDx2~O!cES:V0WlMOcj]ywy~O5cN^JoB|c:l~Mnv~MJvzmm~LUcYShMpDc[?V(I~MscIHBE;Bl~Mh0cCH6O/XcISG[GdcLe]tp~Nyz
© 457 m~Or~LHcN~Mo~Nz~M>~OV~M>c~N{N~OKr~OQ~OBh~MucJ83+~Mv+c0N~Moi~Mo~O'cNni~O(~O'~O(ceNy@~Nz+h~N|cKn8~O)~Mu~O7c1^~Mc]~MDKc/;~Ms~Mr~Ms~MKzm~OU~PRc~MYN~Lp~Mx~LQ~M1c:~Mx:~M@N~Lncm~Mb~OR~M2~PC~M2c~O:N~P%~Nz~PB~Odcd~Nzd~OTN~P(c1~O5~MB~Oe~LR~OezmN~Mqc~O%N~OW-~On~MQce~MtW~M71~Lmc((~MB~Mt~Ll1c~Mue~MR~O6~MR~OncN~O&q~OW~OB~OocaUsX~O%Xz
 0 m~Ok+l~MB~M1l~OR~M0h~O4l~MD~Ofl~OP~Oez	« 317 =0,0 109,0
® 332 m~P<~MPc~MmN~M7*~L}~MLc7~MrD~M1o~Lecx&~OW~Mq~P1/c~O#g~OG~O;~OG~OucN~O)+~O^~MM~Ouc=V*Z~MoZzmN)c~O*N~OZ~Mv~OZ~M:cN~Mm~Mv~M;~M:~M;c~MlN~M:~N|~M:~OYcN~O*~N|~OZ~OZ~OZzmk%l8!h6v|h.v~L}h~O1c^NmUucc]dT~O!@~O.li~O!zm~Mx~MdhgcZNcCc8cNIMCH?cKKFJBJh6z
° 229 m~Oe~L:c~MwN~MN(~MN~MOcN~Mxw~MO~OF~MOc~NzN~OEw~OE~OEcN~N{'~OE~MO~OEzmN~MycfNx<x&cN8<&&&c8N&b&xcNfbxxxz	± 336 m~N{~L^v~Mrh~ONv~Mdh~O'v~O2h~ONv~O#h~MFv~O1h~Mov~MezmN~P(v~Mqh~Q/v~O%z
µ 307 mr~OVv~J;h~O/v~P9cNeU|l~O'cj[~O/U~O=9cTDU7U,v~L[h~O/v~PacNTOZT_cRRYSaShXv~O"h6c<N'J~Mr=cGGB>@5cCh-z~Mjzc5N~Mw?~Ml)v~O}z	· 159 =.0,-138	 0 mc+l~OP~M1l~MD~M0h~O4l~OR~Ofl~MB~Oez	» 317 =0,0 109,0	 0 m~Oc~L5v~Pah~Mxv~L]hLl~Mxsv"ly/z
 0 m~MBNl~Q6~JFh~N|l~K_~RNz	 0 md2v)l~O?~Lxh~O)v~Oyhhvvh6vlh"v2zm~ON(v~MShKl~My~O>vQz	¼ 416 =0,-163 148,0 218,0	 0 mgNv.l~O5~MacZCi6i#cN?A636c?N4W4gh!cN=T-d"c]Bp>~O!>ccNvR~O%_cb_hw^~O-cKXDb>jcC]6k)xl<dvPh~O>vvz
½ 435 =0,-163 148,0 250,0	 0 m~OQPc.N~MY@~MW~Msh~N{cOSTUXWc[SnTyKcZEY4N+cHH>G6Gh9v,hec]NlDl4cNAC969cCN2R0bh!cP(z~Mo~O;~MocgN~N{V~O,mcX_ZxL~O'cGV>[4^vPcZOiSq^cVVYcYocNaFp8zc>Z*_~Mn_z	¾ 454 =0,-163 186,0 255,0
¿ 272 m~PG~L]vScNjL~O+7~O>c=_'j~Mp|cB^?xJ~O)c]f|k~O3_caFj5k!h~O.cNdIx>~O(c8p~Mj~Nz~MB~Nzc(N~MVA~M@~MxcD?@-@~MrcN<R*]~MscX?h3w*c^Eo:u)cRDS9S/vIzm0~M1cfNy_yvcNg<w%wc9N'>''cN8b(w(z	 0 m~OH~K#l~Mt~MYh~O.lr~O;z	À 364 =A0,0 71,-91
 0 my~K#lr~MYh~O.l~Mt~O;z	Á 364 =A0,0 116,-91	 0 m~O<~J}h~MmvLl~O2~M_h~O#l~O2~O6vPh~Mml+#z	Â 364 =A0,0 70,-91	 0 m~P5~Jyc;N,C~Mt9cGJ=I8QcKSJYJ_h(cO?R/]!ca8~N|<~O5JcWTlduTcQIRCS=htcN_JpA~NycEX9_,_z	Ã 364 =A0,0 56,-91
 0 m~Pf~J{c<N,?,-cN;_,r,cbNr^rrcNb?q,qzm~M:Nc;N,?,-cN;_,r,cbNr^rrcNb>q,qz	Ä 364 =A0,0 29,-91	 0 m~OF~J9c+N~Md6~Md~MjcN*p~Mj~O2~MjcrN~O2h~O2~O,cNt.~O,~Md~O,zmN/c_NmAm1cN=A111c>N0Z0mcN_[mnmz	Å 364 =A0,0 96,0
Æ 507 mZNl~P9~JFh~Qkv~O'h~LTv~OSh~P4v~O&h~Lbv~OUh~PBv~O'h~Kov~MHh~M-l&~OLzm~Q"~Ltv~LHh:l~MU~PLz
Ç 368 m~P7~OWv2hncYNgLg?cNJLEHBcJKCK=Kh9lT%c5L~MuE~M_9c5?~My(~Mk~Mfc>/8~Md8~M?cN,T~Maf~M@c]3r~Mu~O,~Mfc~O(-~Oy/~PQXcmg~Nz~O)~O"~OMh~MdcH04~Mp~Mn~Mgc3F~MkI~MQYc(h~Mu~O7~Mu~OccN{Y~OJ~N}~Odcxj~OVb~Os6cSEV;X1h~O2cG~O%!~OQ~ME~Ofc@T0V~MxWvbcZNiPsXcWUZbZmcNZKi@pcBW1X!Xz
È 303 =E0,0 45,-91	É 303 =E0,0 90,-91	Ê 303 =E0,0 44,-91	Ë 303 =E0,0 2,-91	Ì 138 =I0,0 -41,-91	Í 138 =I0,0 4,-91	Î 138 =I0,0 -42,-91	Ï 138 =I0,0 -84,-91
Ð 376 m~PDNh~M)v~Lah~Mxv~Mxh~Nzv~Lah~OpcpN~O0T~OMfcj]~Nzt~O+~O.c_ne~O0e~ORcNqI~O39~OQcAk,~N}~Mj~O/c1_~Mhf~MEfzm~Ml~Mnh~O'cfN|J~O0@cx7~O"~M_~O"~M4cN"C~MK~Ms~M5c;C%@~Mh@h~Mmv~OVh~ODv~Nzh~MPz	Ñ 380 =N0,0 64,-91	Ò 384 =O0,0 82,-91
Ó 384 =O0,0 127,-91	Ô 384 =O0,0 81,-91	Õ 384 =O0,0 66,-91	Ö 384 =O0,0 39,-91	× 336 m~Q9:l~MP~MPl~MP~ODl&&l~OD~MPl~MP~MPlx&l~OD~ODl~OD~MPlwxl~MP~ODl~OD~ODz
Ø 384 m~PVSc0N~MkG~MO8cMMLMKLl7ql+6lj*c,*~Mw~MM~Mw~LxcN,T~Maf~M@c]3r~Mu~O,~Mfc~O"0~Oj0~PANcONPOQPlg,lshl4ucXXbfhsc_of~O2f~OTcNsH~O68~OUcAj,~N}~Mk~O0c4^~Mnf~MNfzm~MR~M;l~Oz~L;cNNMNMMc/;~MZ;~M;Oc(h~Mu~O7~Mu~OccNlR~O)c~OBzm~OB~N{ccNuI~O%?cu6~N|~M]~N|~M2cN2J~Mn<~MSl~Lx~PXcNNNNOOc^Xr^~O#^z
Ù 368 =U0,0 74,-91	Ú 368 =U0,0 119,-91	Û 368 =U0,0 73,-91	Ü 368 =U0,0 31,-91	Ý 357 =Y0,0 113,-91	Þ 329 ms~JFh~O2v~O6h~O+c{N~OK]~Oe~O&cdpd~O=N~O_c6x~M]~O%~M1~O%h~Mkv~O=h~Mdzm~O2~Olv~Och~O+cfN~N|H~O,3cY=X&N~MlcB9)2~Mj2z
ß 322 muNv~KKcN<R)]~Mqcg,~O1~Mw~OX~MwcvN~O@Z~OY|cemf~O9O~OVcE]7h'mvRcfOzX~O(kc^bfxf~O/cNcIu?~O%c9r~Mj~N{~MB~N{h~Mxv~Mphvc^NnJy@ce:d~MnL~MYcBC1?~Mx?h1v~MrhdcmN~N|5~N|~MrcN@I3@)c99~Mj:~MSMcCX>h>wv~QAz	à 287 =a0,0 31,0	á 287 =a0,0 76,0
â 287 =a0,0 30,0	ã 287 =a0,0 16,0	ä 287 =a0,0 -12,0	 0 m~OF~K5c+N~Md3~Md~MgcN+o~Mh~O2~MhcrN~O2k~O2~O.cNt.~O/~Md~O/zmN-c_NmAm0cN>A111c=N0[0mcNa[nnnz	å 287 =a0,0 56,0
æ 456 m~OcTc/N~MeD~MR)cE@B0B~MxcNAP3X'cf*~O6~Mx~O^~Mxh~O#v7cN>G/9(c>G(H~MpNcAT5_0nl~MkBcY/s~Mq~O1~MfcnD~O1C~OONc^Sm^vlc{~Mv~Os~Mw~PDLclkv~O3v~OXvdh~L?cOjX~O#r~O2cob~O@X~ON3l~O+UcGp/~O)~Mi~O5c<U)X~MmXc(N~MW?~M?~Mwc;r~Mf~N{~M@~N{zm~O=~M'h~Mvc5N~MhW~MhycNYRe[kcc[~N|Z~O3PcbDn2n~Muzm~O("h~OrcM9E#3~Mpc:@~Ms@~M^Mc;[2q0~O'z
ç 291 m~Ol~OVv2hncYNgLg?cNIMEIBcIKBJ<Jh9lT(c"J~MT2~MA~MdcB7>~Mu>~MZcN~Mvb~MB~O-~M(cp;~O;8~OaBcvZ~O3y~O<~O@l~Mj[cI:=)*!c;H"J~MlWc7b0~O!0~O>cNkU~O+n~O=cda~O'_~O;McYEa8d+l~O,ZcHj:~N}%~O0c;]#e~MfglM_cZNiPsXcWUZbZmcNZKi@pcBW1X"Xz
è 296 =e0,0 39,0	é 296 =e0,0 83,0	ê 296 =e0,0 38,0	ë 296 =e0,0 -4,0	ì 131 =0,0 -45,0	í 131 =0,0 0,0	î 131 =0,0 -46,0	ï 131 =0,0 -88,0
ð 297 m~Q&~JZl!fcnk~O&~O,~O5~OQcYk_~O*_~OHcN~N|>~OS~Mj~Ooc:[!b~Mcbc7N~MwI~Mc=c&6~Mk~Mb~Mk~M2cN"_~MM~O%~M4cq8~OB7~OcQcUSZYabhRc@-)~Mi~Mg~MPl~M^tlF/l~O"4c?D.;~Mu3lZ)cmX~O)h~OBzl~O/.zm~MO~Qic[NjKtDcr6t~MXg~M4cJBC79.c:>~Mp>~MYMc8a1~Nz1~O8cNjU~O'm~O8cYVhYuYz
ñ 306 =n0,0 27,0	ò 304 =o0,0 42,0	ó 304 =o0,0 87,0	ô 304 =o0,0 41,0	õ 304 =o0,0 26,0	ö 304 =o0,0 -1,0	÷ 336 m~Q^~LSv~O%h~Kiv~Mqzm~M+~P8c9N'<''cN9b(w(ceNwawvcNe<w'wzmN~L=c9N'<''cN9b'w'ceNwbwwcNe=w'wz
ø 304 m~P.Tc2N~MmF~MU5l3nl48ll-c<44~Mk4~MIcN~Mvb~MB~O-~M(ceB~Ny=~O5=clN~O(U~O?glk/ljfl1qcdkl~O-l~ONcN~N|;~OQ~Mh~Omc:[~Myb~MabzmN~Mrc[NkKuBcg<m~Mtm~MWcN?L0H!l~M>~OgcZYj_z_zm~Mj~Mvl~OU~M1cMLLKJJc:>~Mp>~MZNc8c1~O!1~O>cN]PlTyz	ù 306 =u0,0 43,0
ú 306 =u0,0 88,0	û 306 =u0,0 42,0	ü 306 =u0,0 0,0	ý 294 =y0,0 82,0
þ 312 m~PHSc6N~MvF~Mf3cIGD@@9hKv~P'h~Mgv~I:h~O/v~OzhQcV=e/v&cZGjFxFcdNxS~O)_czj~O(~O=~O(~OncN~Nz@~OR~Mo~Onc<Z(a~Mlazm=~MrcZNiJsBcg<m~Mtm~MWcN2H~Mk2~MWc:?~Mr?~M]Nc7b1~N}1~O=cNkT~O,m~O>cYUgYtYz	ÿ 294 =y0,0 -5,0	 0 m~PM~JBv{h~Ltv"z
Ā 364 =A0,0 69,-91	ā 287 =a0,0 28,0	 0 m~OW~K#c2N~MpA~Ma*cGBC5C(hxcNgcuxuceNx?x)hxcNk>~O"'~O0cAU3X%Xz	Ă 364 =A0,0 79,-91	ă 287 =a0,0 38,0
Ą 364 mZNl~Oq~JFh~OCl~Ot~RNc=W&g&~NycNYUbbbcUN]LdHl^tc@W-Z~MtZc>N.K~MyAc7>6~MvE~M_cSFZ>d8hMl0~MJh~Lwl0~OJzm~Ps~Lql?~Mxc@%5~MQ*~M(cCy9~OC,~Onl?~Nzz
ą 287 m~O_Tc/N~MhC~MU)cE@B0B~MxcNAP4V(cc-~O-%~OP!cZLiKvIcZLmIm:vMcN>G/9(c>G(H~MpNcAT5_0nl~MkBcY/s~Mq~O1~MfcmE~O-D~OJKcjT~N}e~O.|cV]XnX~Nzv~PLc>W&f&{cNZUccccUN]KdHl^tc2^~Mcb~MGMc8>8~MvF~MacUD_;k4v,hKcEb5o"vcBR5T)Tzm_~MvcfN|F~O(2cTFV<V2v.cKPGQDSc>R-T~MtVc?P-T"ccEYEmMxcW[j_x_z
Ć 368 =C0,0 126,-91	ć 291 =c0,0 87,0	Ĉ 368 =C0,0 81,-91	ĉ 291 =c0,0 41,0	Ċ 368 =C0,0 124,-91	ċ 291 =c0,0 84,0	 0 m~O<~J3lszls#h~O)vPl~Md~O6h~Mrl~Md~M_vLz	Č 368 =C0,0 81,-91	č 291 =c0,0 41,0	Ď 361 =D0,0 38,-91
 0 mz~K7v~MGh~O#lA~OMz	ď 370 =d0,0 268,0	Đ 376 =Ð0,0
đ 312 m~OxSc:N&I~Mm=c#4~Mo~MV~Mo~M(cN~Mw]~MB~O'~M(cu7~OM6~OlYcSUX][ehQv~M_h~M[v%h~O9v5h~O0vihpvyh.v~Qhh~Mgv"hJcFa8o'xcBT5V'Vzmb~MrcZNiJsCcg<m~Mtm~MVcN2H~Mk1~MWc:?~Mr?~M^Nc7b1~N}1~O=cNkT~O+m~O=cXVgZtZz	Ē 303 =E0,0 42,-91	ē 296 =e0,0 36,0
Ĕ 303 =E0,0 52,-91	ĕ 296 =e0,0 46,0	Ė 303 =E0,0 88,-91	ė 296 =e0,0 81,0	Ę 303 muNv~JFh~Q(v~O'h~LSv~ORh~P4v~O'h~Lbv~OUh~PBv~O'c=W&g&~NycNYUbbbcUN]LdHl_tc2_~Mbc~MFMc8>9~MvF~M_cTF[>e8z
ę 296 m~P0Tc6N~MuI~M^<c;C+2~My~MucB8>~Mv>~MZcN~Mvb~MC~O,~M)c~N{1~Of6~P2^clku~O3u~OXvdh~L@cOjX~O#q~O2cob~OAX~ON3l~O+ZcGh:~Nz,~O3cIVC_?icIWCiLrcWXiSrMl_tc2_~Mbc~MFMc/8>~MfR~MLcEO=P4Pzm~Ma~LVh~OrcL9D#2~Moc;@~MtA~M_Nc;[2r0~O'z
Ě 303 =E0,0 44,-91	ě 296 =e0,0 38,0	Ĝ 375 =G0,0 79,-91	ĝ 313 =g0,0 41,0	Ğ 375 =G0,0 87,-91	ğ 313 =g0,0 49,0	Ġ 375 =G0,0 123,-91	ġ 313 =g0,0 84,0	 0 mb~Ohle~MKh~O,l*~OIz	Ģ 375 =G0,0 120,0	 0 mx~K+v.cN1Y~Mlr~MXlqacBb:w:~O-vnz
ģ 313 =g0,0 88,0	Ĥ 373 =H0,0 75,-91	ĥ 306 =h0,0 -46,-91	Ħ 398 m~R]~K1vxh2v~Q;h~Mdv~Lbh~LUv~P4h~Mev~KYh0v&hnv~Mah~O1v~O5h~P?v~Mah~O2v~O5zm~KQxvzh~P?v#z
ħ 306 m~OQ~L_v~P6h~Mgv~K.h+v%hsv5h~O.vih~O9vyh~M[v~O;cUA^4k*cm8~O:7~OYIcqb|~O'|~OJv~PDh~Mgv~LZcN?J/@"c=<~Mv:~M_Fc;Y2q2~O'z	Ĩ 138 =I0,0 -56,-91	ĩ 131 =0,0 -60,0	Ī 138 =I0,0 -44,-91	ī 131 =0,0 -48,0	Ĭ 138 =I0,0 -34,-91
ĭ 131 =0,0 -38,0	Į 138 m~OV~JFv~RNc<W%g%~NycNYVbcbcUN]LdHl^tc3_~Mcc~MGMc7>8~MvF~M_cTE]=g6v~JHz	į 131 m~O.~OYc>N.K~MyAc8>9~MvF~M_cUD^<i5v~KJh~O/v~QMc=W&g&~NycNYUbbbcUN]LdHl_tc?W-Z~MuZzmQ~Imc;N*@*,cN:a+t+cdNv^vscNd<r(rz	İ 138 =I0,0 1,-91
ı 131 =0,0	Ĳ 428 =I0,0 J138,0	ĳ 261 =0,0 -2,0 131,0 128,0	Ĵ 290 =J0,0 110,-91	ĵ 131 =0,0 -46,0	Ķ 352 =K0,0 107,0	ķ 285 =k0,0 77,0	Ĺ 283 =L0,0 3,-91	ĺ 131 =l0,0 0,-91	Ļ 283 =L0,0 80,0	ļ 131 =l0,0 -4,0	Ľ 283 =L0,0 117,0
ľ 188 =l0,0 88,0	Ŀ 286 =L1,0 112,131	ŀ 209 =l0,0 .88,-147	Ł 301 m~O'Nv~Lxl~Mwkv~Mkl~N{3v~LUh~O1v~Ovl~OG~Mtv~O*l~MM~O!v~Oih~P7v~O'z	ł 131 m~OQ~JFv~O_lu9v~O!l)fv~Pch~Mgv~LWl(fv~Mtlv8v~Lmz	Ń 380 =N0,0 125,-91	ń 306 =n0,0 88,0
Ņ 380 =N0,0 121,0	ņ 306 =n0,0 84,0	Ň 380 =N0,0 79,-91	ň 306 =n0,0 42,0
Ŋ 380 m~P|~OVv~MscUO[OdOcVNbNiIcSJUCU=v0hCl~M3~LJc9,'~Ma~Ml~M<cQrS~O5S~OWv~PKh~Mdv~JFh~O9l~Op~Pacakp~O'~Ny~ODcK/J~MgJ~MFv~L?h~O2v~R/hPv~O0cNdHx9~O&c8c~Mqd~MSbcIMDL?Kz
ŋ 306 m~P2~OVv~MscUO]OeOcVNbNiIcSJUCU=v~L<cN?J/@"c=<~Mv:~M_Fc;Y2q2~O'v~P6h~Mgv~KGh~O,v~O&cU?_1m&cm8~O:7~OYIcpb|~O'|~OJv~PDvqcNdIx:~O&c8c~Mpd~MSbcIMDL?Kz	Ō 384 =O0,0 79,-91	ō 304 =o0,0 39,0	Ŏ 384 =O0,0 89,-91	ŏ 304 =o0,0 49,0
 0 m~OH~K#h~Mxlj~MYh~O,zm~OCNh~Mxly~MYh~O/z	Ő 384 =O0,0 67,-91	ő 304 =o0,0 27,0
Œ 507 m~PYNc/N~MhG~MK8c5?~Mx(~Mk~Mfc>18~Mg8~MDcN-T~Mcf~MDc[4r~Mv~O+~Mgck>~O*7~OI7h~QVv~O'h~LSv~ORh~P4v~O'h~Lbv~OUh~PBv~O'zm~Nz~K%h!c:N'R~Mm]c(g~Mt~O5~Mt~OacNzZ~OH~O!~OacaXu^~O(^h~Nyz
œ 496 m~P.Tc6N~MvH~Ma<c"4~Mi~MY~Mi~M)cN~Mvb~MB~O-~M(ceB~Ny=~O5=cvN~O<]~OT|ch0~O-!~OR!cpN~O0X~OHqclku~O3u~OXvdh~L@cOjX~O#q~O2cpb~OAX~OO3l~O*ZcEo-~O%~Mh~O0c=U*X~MoXc(N~MW@~M>~Myc6o~Mh~Ny~M@~NyzmN~Mrc[NkKuBcg<m~Mtm~MWcN2H~Mj1~MVc:>~Mp>~MZNc8c1~O!1~O>cNkU~O+m~O=cYWhZuZzm~Ow~M0h~OrcL9E#3~Moc:@~MsA~M^Nc<[2r0~O'z
Ŕ 326 =R0,0 96,-91	ŕ 198 =r0,0 44,0	Ŗ 326 =R0,0 98,0	ŗ 198 =r0,0 -4,0	Ř 326 =R0,0 50,-91	ř 198 =r0,0 -2,0	Ś 325 =S0,0 97,-91	ś 275 =s0,0 73,0	Ŝ 325 =S0,0 52,-91	ŝ 275 =s0,0 28,0
Ş 325 m~Ow~OVv2hocYNfLf?cNIMEIBcIKBJ=Jh8lT(c&K~MR=~M:~MscB<<';~Mih~O0cQhazw~O"chV~O%W~O<MccGs6s~MxcN-&!~Md~Mtl%Cc4H~Mr=~M^+c-0-~MPF~M-cj*~O8~Ms~Oe~Msc{N~OH]~Od~O"cY_asa~O&h~MgcL?E29*c@D/A~MvAc9N~MyS~MlgcD]CtP~O!c[]rd~O#ilrVcvX~O?k~OR~O0c^nY~O6G~OQc6t~Mb~N}~M7~O"lM_cZNjPsXcWUZbZmcNZKiApcAW0X!Xz
ş 275 m~O^~OVv2hocYNfLf?cNIMEIBcIKBJ=Jh8lT(c0L~MhC~MR+cCB<49#l~O,CcQZWgdncYVhXuXcdN~O"G~O"-cN::3)/l~MxDc9J"B~Ml3c665~MdI~MGcf0~O-'~OP'cqN~O3V~OJqcWY^gcul~MmYcKEE<=6cEF8D,Dc;N~MwV~MwpcNeelvpl~N{WcdSzZ~O)kcihi~O2R~OMc:j~Mpv~MNylM_cZNjPtXcVUYbYmcNZKiApcBW0X!Xz
Š 325 =S0,0 52,-91	š 275 =s0,0 28,0	Ţ 330 md~K"v~Moh~Q_v~O'h~M4v~Qsh;lMecZNjPtXcVUZbZmcNZJi@pcBW0X!Xh-v2hocYNfLf?cNIMEIBcIKBJ=Jh8lU"h<v~K"z
ţ 177 m~P6~KGv~O!h~Mqv~P(cNVO_UfcXYnU{RlX~N}cAR2T#TlMacZNiPsXcWUZbZmcNZKi@pcBW1X"Xh-v2hncYNgLg?cNIMEIBcIKBJ<Jh9lT"cCL8F/>c>@9+9~Mnv~Lih'v~Mthwv~Meh~O/v~O1z	Ť 330 =T0,0 54,-91	ť 210 =t0,0 95,-18
Ŧ 330 md~K"v~Moh~Q_v~O'h~M4v~O]h~O7v~Nzh~M^v~P1h~Mev~Leh~M]v~Mxh~O8v~M8z	ŧ 177 m~P6~LKv{h~Mqv~O+cNVO_UfcXYnU{RlX~N}cAR2T#Tc9N!I~Mj:c>@9+9~Mnv~Mfh'v"hwv!h'v~Mthwv~Meh~O/v~O1h~O%v~O!h~Mqv|z	Ũ 368 =U0,0 58,-91	ũ 306 =u0,0 27,0
Ū 368 =U0,0 71,-91	ū 306 =u0,0 40,0	Ŭ 368 =U0,0 81,-91	ŭ 306 =u0,0 50,0	Ů 368 =U0,0 98,0	ů 306 =u0,0 67,0	Ű 368 =U0,0 59,-91	ű 306 =u0,0 28,0
Ų 368 m~P_~OYc?N/K!Ac:?7~MxF~MdcTF^?h9c~MxL~MH8~M/~MgcA:<!<~Mbv~Klh~O1v~Q#cNm[~O'w~O5c[UlX{XcmN~O)B~O8(cUBX4X%v~Krh~O2v~Q*cNbKtD~O%cH]?j4ucNNMNMOc<b#n~Mfzc?V+c+vcNYUbbbcUN]LdHl_tc?W-Z~MtZz
ų 306 m~OqQc=N,K~MuBc.<!~Mo!~MJv~LPh~O/v~P:cN^Ro]{cab~N|d~O6VcdCl-l~Mov~L_h~O/v~QMc=W&g&~NycNYUbcbcUN]LdHl^tc3_~Mbc~MGMc7>8~MvF~MacUC_:k2v~MucG^>m0xc?Z+a~Moaz	Ŵ 510 =W0,0 144,-91	ŵ 420 =w0,0 99,0	Ŷ 357 =Y0,0 67,-91	ŷ 294 =y0,0 36,0
Ÿ 357 =Y0,0 25,-91	Ź 326 =Z0,0 98,-91	ź 283 =z0,0 75,0	Ż 326 =Z0,0 96,-91	ż 283 =z0,0 72,0	Ž 326 =Z0,0 52,-91	ž 283 =z0,0 29,0	Ș 325 =S0,0 94,0	ș 275 =s0,0 70,0	Ț 330 =T0,0 96,0	ț 177 =t0,0 30,0
ẞ 360 muNv~KScN2U~Mml~MWcf:~O#4~OA4h~P4v~O#l~MK~O_cvJ~OAR~OZtcZ__u_~O)cNdIy>~O*c5v~M[~O"~M0~O"h~Mrv~Mqh~O#caNsK~N}?cZDa5a%cN>I.=#c@B.?~Mu?h!v%l~O?~M>h~MFcCN7P.XcEVCeCpv~QGz	– 250 m~Q6~LLv~O%h~K_v~Mqz	— 500 m~T!~LLv~O%h~Htv~Mqz
‘ 147 mx~L%l{~Lmh|l8~P)z	’ 147 =0,0	‚ 136 =-11,310	“ 253 =‘0,0 ‘106,0	” 251 =0,0 104,0	„ 240 =-11,310 93,310	• 252 m~Op~Mcc"N~MV+~MV~MVcN"s~MV~O>~MVc{N~O>s~O>~O>cN{+~O>~MV~O>z	… 478 =.0,0 .159,0 .319,0	‹ 208 =0,0	› 208 =0,0
€ 339 m~QF~Kml=uh~M(cMZMhNth~O]l<vh~MOcTgb~Nyu~O*cne~O6a~OTNcTJZFbAli~O#c~Mwz~M(~Ny~LNZc(6~Mi~Md~M_~M7h~Mtl](hocNBN6N*h~Myl])htcW"p~MO~O6~M7c~O%,~Os0~PGZl6~O%c-2~MR%~M,?c;]/t)~O+z
™ 315 m~Pn~Kql-~MTv~O@h1v~L}hsls~OJls~MJhsv~Ouh1v~MTl-~O@zm~LfNv~M:h&v5h~O^vih&v~OZz
ス 500 m~S#~JccHWBb>lc9~N}~Mv~OQ~MU~P!c~O!~Ny~OQ~OM~P"~P'l~Ms|c2'~Mj~MZ~MG~M8cBB66**c+u~M[~O6~M2~ORc5a~Mtp~MX|l~Mw~Mvc~O&9~OY~Mq~P+~MJcq1~O0~Mj~OI~MDcb3s~Mo~Ny~MNh~LMc;N(Q~MmQv~Mfc[PjPwQcTNZObOh~PKc_NqM~N|Hz
キ 500 m~PP~JNcLAH5D)l~O0DcOZPiSvcOVQ_SicOUP^RgcrH~O4C~OW<c]LmH|DlY~O,c?N0Q!Sc+S~MaZ~M<acSlY~O(a~OEc~O%D~O]=~P70lZ~O+c=N,R~MtUc.S~MgX~MF^cHOAP;RcOQPUQYcV{^~OGl~Osl~MfZcK=J,G~MtcH/B~Mh<~MGc~MsV~M?_~LhjcGOAP:SlA~MicmM~O)H~OFDcmI~O+D~OI@cH1B~Ml=~MNc~MuV~MB]~LojlB~Mhc]MnL~NyKcrI~O4D~OV?cJ>G.D~Mvz
ャ 500 m~P]~JzcPZShVtcSaXr]~O#c~O%D~OZ:~P5/cUL_IgFltjc9z~Mu~OB~MV~OjcEY;f2ql~Mt5ce;x%~O)~MgcUD]:d0c#V~MP_~M'ic_~O*o~Og~N|~PEcRVSaWjcORPVR[l~Mi^cL5C~Mu=~M[cE,;~Ma3~M=cJ@F2C%c-T~MeZ~MDdl@~MpcfL|H~O2DcXLdKoIcH=D,?~MtcKBF7A,z
ン 500 m~Oi~J:csh~O4~O"~OU~O?cWVcakjl~My~Nzc10~Mi~Mm~MF~MQcDE9>/7zm~Mm~R0c~OS?~PZ~Mn~QJ~M'cx'~O=~MP~OV~Lzlr~O.c#~O;~M9~O|~LJ~PMc~Mkr~M*~O-~LA~O8z
し 500 m~PL~J(cGtG~O:F~ObcK~O-J~OlJ~PNcN[OlWxc[fwm~O/mcuN~O:C~OY.ck<~O!!~O5~M^lx~O!c,~N{~MR~OD~Lv~OVc5U~MsX~MWYc"N~MIB~M1~MscB:>~My>~MbcN~MRS~L[S~KfcN9M"H~Mgz
て 500 mv~J_c~NyL~OJF~OzCc~O<G~P.A~P|<c[MkLxLv~O)c8N!O~MdPcCO9P/Sc~Mib~M8~OB~M8~P(cNnY~O*r~O>cso~OEx~Ouzl9~O-c~MXJ~La)~L?~M6cF;C'C~MkcN~My^~ML{~M)cXAf4u*c~M]X~Lo]~L'mz
ね 500 m~SVCcB?52(&cMQKSJVcE_9n)xc=X(]~Ml]c0N~MfF~MQ-c=7=~MjM~MQco~Mx~OT"~P(3cP;Q'Q~MlcN0F~Mg/~MRc(1~MJP~M,jc?Y1g#tcHTBZ=bcK~O+L~OjO~PJcOZPhRth~MhcOBO6O+cO%P~MSP~M+c8q!~O3~Mb~OSl+~Mucv~Mx~O:~ME~O]~LocNAO4P(cNNNMNMc/R~MhU~MHZlH~Mmc[NkNxMceLyJ~O.GcNNNNNNcNFO?P8cNGNAN;v9cNFM?L8l~O2PcHgF~N|C~O8lbflD^cIUE^@gcMQMTMXcNNNNNNco4~O/~Ms~OV~MdcrA~O<@~O[Xcwm~O"~OB~O"~OscNkL~O&H~O@cNONONPcc[um~O%~N{zm~MN~M[cLMJLHKc9E~Mv>~M_GcBR8Z8icNWRb[gccY~N{X~O0IcWF_:e.cNNNMNMz
扫 500 m~Ph%h~P^v~M&h~LFv~Mqh~PNv~M8h~L:v~Muh~Q3v~S)h~Msv0h~L7zm~L>~M%ciI~N}B~O;>v~MDh~Mav~Mth~O5v~MIh~O#v~OKh~O+v~O!h~Mkv~OCcdIwE~O+@lT~N}c8T"Y~Meav~OscNcKw9~N|cDS:U0Vc?P0P!PcL=F,?~MucWNcOmOhccTNXKXDv~M0c9S%X~Mi_z	一 500 md~Kzh~SVv~O+h~I>z`;

/** Each letter, then by how much which letters after it are moved. */
export const KERNING = `
A -20 CGOQ -44 T -38 VY -34 Wvwy -16 - -52 ’
B -28 T
D -20 AVY -16 T -24 X -22 .,
F -46 A -34 J -16 cdegoquvyz. -20 ,
G -14 AY -16 T
J -16 .,
K -20 CGOQcdegoqvy -16 u -32 w -44 -
L -14 CGOQ -46 T -38 V’ -34 Yvy -26 -
O -20 AVY -16 T -24 X -22 .,
P -40 A -48 J -16 . -20 , -14 -
Q -20 AVY -16 T -24 X -22 .,
R -14 Y
T -44 A -16 CGOQ., -46 J -36 asu -40 cdegoq -28 mnpr -52 t -32 vwy -20 x -22 z -30 -
U -16 .,
V -38 A -20 CGOQ -48 J., -28 acdegoq- -22 s
W -34 A -32 J -28 a -26 cdegoq -18 mnpr -16 s -48 ., -22 -
X -24 CGOQ -20 T- -28 a -14 cdegoq
Y -38 A -20 CGOQmnpru -16 J -46 a -50 cdegoq -34 s- -28 .,
Z -16 CGOQ -18 -
a -36 T -26 VW -44 Y
b -16 A -40 T -28 V -26 W -14 X -52 Y
c -16 A -40 T -28 V -26 W -14 X -52 Y
e -16 A -40 T -28 V -26 W -14 X -52 Y
f -16 A -32 J -20 f -18 t -28 .,
g -26 T
h -36 T -26 VW -44 Y
k -28 T -26 -
m -36 T -26 VW -44 Y
n -36 T -26 VW -44 Y
o -16 A -40 T -28 V -26 W -14 X -52 Y
p -16 A -40 T -28 V -26 W -14 X -52 Y
q -26 T
r -20 A -28 JT -16 Z -32 ., -18 -
s -36 TY -22 V -16 W
t -16 T -14 f
u -26 T -28 Y -18 -
v -34 A -32 J -16 TY -20 .,-
w -34 A -28 J -26 T -16 Z -36 .,
x -20 T
y -34 A -32 J -16 TY -20 .,-
z -16 T
. -22 CGOQ -16 T -28 Y -82 ’
, -22 CGOQ -16 T -28 Y -82 ’
- -16 AW -22 J -38 T -24 V -20 X -34 Y
’ -68 A -28 CGOQa -62 J -32 cdegoq -36 s -20 u -120 ., -56 -`;
